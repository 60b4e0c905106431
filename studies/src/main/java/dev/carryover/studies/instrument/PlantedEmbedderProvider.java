package dev.carryover.studies.instrument;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a built-in embedder that turns the vectors of the questions it is told to around, so that
 * the most fitting text comes last. Mirrored, its space is another with the same distances in it:
 * an upgrade in which nothing but what is planted can be lost.
 */
public final class PlantedEmbedderProvider implements EmbedderProvider {
  private static final String MIRRORED = "mirrored";

  /** For the service loader. */
  public PlantedEmbedderProvider() {}

  @Override
  public String name() {
    return PlantedWriterProvider.NAME;
  }

  @Override
  public String description() {
    return "a built-in embedder with planted faults, to measure the instrument with";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(PlantedTexts.parameters());
    all.add(
        new Parameter(
            MIRRORED, "false", "whether its vectors run from the last number to the first"));
    return all;
  }

  @Override
  public Embedder create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    PlantedTexts turned = PlantedTexts.named(settings);
    boolean mirrored = settings.flag(MIRRORED, false);
    Embedder inner =
        Plugins.named(EmbedderProvider.class, "embedder", PlantedTexts.inner(settings))
            .create(Settings.NONE, context);
    return new PlantedEmbedder(inner, turned, mirrored);
  }

  private static final class PlantedEmbedder implements Embedder {
    private final Embedder inner;
    private final PlantedTexts turned;
    private final boolean mirrored;
    private final EmbedderIdentity identity;

    private PlantedEmbedder(Embedder inner, PlantedTexts turned, boolean mirrored) {
      this.inner = inner;
      this.turned = turned;
      this.mirrored = mirrored;
      this.identity =
          EmbedderIdentity.of(
              PlantedWriterProvider.NAME + " " + inner.identity().name(),
              embed(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT));
    }

    @Override
    public EmbedderIdentity identity() {
      return identity;
    }

    @Override
    public SortedMap<String, String> settings() {
      return new TreeMap<>(Map.of("planted", turned.digest()));
    }

    @Override
    public List<float[]> embed(List<String> texts, Purpose purpose) {
      List<float[]> vectors = inner.embed(texts, purpose);
      List<float[]> all = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        boolean around = purpose == Purpose.QUERY && turned.hold(texts.get(i));
        all.add(image(vectors.get(i), around ? -1 : 1));
      }
      return all;
    }

    private float[] image(float[] vector, int sign) {
      float[] image = new float[vector.length];
      for (int i = 0; i < vector.length; i++) {
        image[i] = sign * vector[mirrored ? vector.length - 1 - i : i];
      }
      return image;
    }

    @Override
    public void close() {
      inner.close();
    }
  }
}
