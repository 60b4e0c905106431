package dev.carryover.cli.nano;

import dev.carryover.migrations.file.ConfigException;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoVocabulary;
import dev.carryover.models.nano.training.Lessons.Mix;
import dev.carryover.models.nano.training.Recipe;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings by which the shipped nano models were trained. */
public enum Preset {
  NANO_1("nano-1", 4, 192, 1, 14_000_000),
  /** Goes on from nano-1: more changes and relations, fewer plain facts, longer strides. */
  NANO_1_TUNED("nano-1-tuned", 4, 192, 3, 3_000_000),
  NANO_2("nano-2", 5, 160, 2, 12_000_000);

  private static final Mix TUNED_MIX = new Mix(1, 5, 3, 5, 2);

  /** At the usual rates the weights moved so little that nano-1's caches could still be read. */
  private static final double TUNED_STRIDE = 4;

  private final String label;
  private final int layers;
  private final int inner;
  private final long seed;
  private final long tokens;

  Preset(String label, int layers, int inner, long seed, long tokens) {
    this.label = label;
    this.layers = layers;
    this.inner = inner;
    this.seed = seed;
    this.tokens = tokens;
  }

  /** The one with this name. */
  public static Preset named(String name) {
    return Stream.of(values())
        .filter(preset -> preset.label.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    "NAME",
                    "there is no nano model '" + name + "'",
                    "choose one of "
                        + Stream.of(values())
                            .map(preset -> preset.label)
                            .collect(Collectors.joining(", "))));
  }

  /** The model's name. */
  public String label() {
    return label;
  }

  /** Whether it goes on from a trained model. */
  public boolean goesOn() {
    return this == NANO_1_TUNED;
  }

  /** Its layers. */
  public int layers() {
    return layers;
  }

  /** The width of its feed-forward layers. */
  public int inner() {
    return inner;
  }

  /** Its seed. */
  public long seed() {
    return seed;
  }

  /** The tokens that it is trained for. */
  public long tokens() {
    return tokens;
  }

  /** Its tokens: those of nano-2 stand in another order. */
  public NanoVocabulary vocabulary(NanoGrammar grammar) {
    return this == NANO_2 ? NanoVocabulary.sorted(grammar) : NanoVocabulary.of(grammar);
  }

  /** Its recipe, with what may be chosen otherwise. */
  public Recipe recipe(Choice choice, NanoVocabulary vocabulary) {
    double stride = goesOn() ? TUNED_STRIDE : 1;
    return new Recipe(
        Recipe.nano(choice.layers(), choice.inner(), vocabulary.tokens().size()),
        choice.seed(),
        choice.tokens(),
        goesOn() ? TUNED_MIX : Recipe.USUAL_MIX,
        stride * Recipe.USUAL_MATRIX_RATE,
        stride * Recipe.USUAL_RATE,
        !goesOn());
  }

  /** What a user may choose otherwise than the preset. */
  public record Choice(int layers, int inner, long seed, long tokens) {}
}
