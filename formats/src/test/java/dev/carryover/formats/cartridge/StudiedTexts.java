package dev.carryover.formats.cartridge;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.testkit.KeptTexts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Keeps texts, remembers how it was asked to study, and goes on from its own shape alone. */
final class StudiedTexts implements StatefulModel {
  private final KeptTexts texts;
  private final List<Study> studies = new ArrayList<>();

  StudiedTexts(KeptTexts texts) {
    this.texts = texts;
  }

  List<Study> studies() {
    return List.copyOf(studies);
  }

  WriterModel asWriter() {
    return new Writer();
  }

  @Override
  public ModelIdentity identity() {
    return texts.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return texts.settings();
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    return texts.prefill(passages, folder);
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    studies.add(study);
    if (study.start().isPresent() && identity().name().startsWith("other")) {
      throw new IncompatibleStateException("the cartridge is of another shape");
    }
    return texts.train(passages, study, folder);
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    return texts.open(folder, foreign);
  }

  private final class Writer implements WriterModel {
    @Override
    public ModelIdentity identity() {
      return texts.identity();
    }

    @Override
    public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
      throw new AssertionError("a cartridge needs no notes");
    }

    @Override
    public Written<List<Claim>> claims(
        List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
      throw new AssertionError("a cartridge needs no claims");
    }

    @Override
    public Optional<StatefulModel> state() {
      return Optional.of(StudiedTexts.this);
    }
  }
}
