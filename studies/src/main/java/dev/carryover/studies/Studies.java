package dev.carryover.studies;

import dev.carryover.core.spi.SettingException;
import dev.carryover.studies.budget.BudgetStudy;
import dev.carryover.studies.composition.CompositionStudy;
import dev.carryover.studies.frame.Study;
import dev.carryover.studies.instrument.InstrumentStudy;
import dev.carryover.studies.notes.NotesBudgetStudy;
import dev.carryover.studies.portability.PortabilityStudy;
import dev.carryover.studies.repair.RepairStudy;
import dev.carryover.studies.screen.ScreenStudy;
import java.util.List;
import java.util.stream.Collectors;

/** All studies there are. */
public final class Studies {
  /** By name. */
  public static final List<Study> ALL =
      List.of(
          new BudgetStudy(),
          new CompositionStudy(),
          new InstrumentStudy(),
          new NotesBudgetStudy(),
          new PortabilityStudy(),
          new RepairStudy(),
          new ScreenStudy());

  private Studies() {}

  /**
   * The study with this name.
   *
   * @throws SettingException if there is none, naming those there are
   */
  public static Study named(String name) {
    return ALL.stream()
        .filter(study -> study.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "study",
                    "unknown study '" + name + "'",
                    "known are "
                        + ALL.stream().map(Study::name).collect(Collectors.joining(", "))));
  }
}
