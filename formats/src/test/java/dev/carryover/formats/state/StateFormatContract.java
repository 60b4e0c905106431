package dev.carryover.formats.state;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.ModelState;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.KeptTexts;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.util.List;
import java.util.Optional;

/** The contract of a format that keeps a model's state, and what its own tests need. */
public abstract class StateFormatContract extends MemoryFormatContract {
  protected static final KeptTexts OLD = KeptTexts.of("kept-texts", "1");
  protected static final KeptTexts TUNED = KeptTexts.of("kept-texts", "2");
  protected static final KeptTexts OTHER = KeptTexts.of("other-texts", "1");
  protected static final Question ASKED = new Question("Where is the ladder?");
  protected static final History HISTORY =
      new History(
          "h",
          List.of(
              new Event("7", Optional.of("8 May"), "Ana", "The kite is red."),
              new Event("3", Optional.empty(), "", "The ladder is in the shed.")));

  @Override
  protected final Components components() {
    return playedBy(OLD);
  }

  @Override
  protected final boolean holdsTexts() {
    return false;
  }

  /** One model that writes and reads. */
  protected static Components playedBy(KeptTexts model) {
    return new Components(
        Optional.of(model.asWriter()),
        Optional.of(model.asReader()),
        Optional.empty(),
        Optional.empty(),
        Allowances.DEFAULT);
  }

  /** What the reader says to {@link #ASKED}. */
  protected final Reply answer(MemoryStore store, Settings settings, KeptTexts reader) {
    try (Memory memory = provider().create(settings).reader().open(store, playedBy(reader))) {
      Recollection told = memory.read(List.of(ASKED)).get(0);
      return ((ModelState) told).state().answer(ASKED);
    }
  }

  /** A repair of the format, by its name. */
  protected final RepairMethod repair(String name) {
    return format().repairs().stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
