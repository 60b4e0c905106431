package dev.carryover.studies.portability;

import dev.carryover.core.spi.Settings;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.swap.MadeRuns;
import java.nio.file.Path;
import java.util.Map;

/** The study of {@code made-study.csv}. */
final class MadeStudy {
  private final MadeRuns runs = new MadeRuns(MadeStudy.class, "made-study.csv");

  /** The same with other counts in the row that begins with these words. */
  MadeStudy with(String row, String right) {
    runs.with(row, right);
    return this;
  }

  /** The same without a part, as if the study had been stopped before it. */
  MadeStudy without(String part) {
    return withoutRows(part + ",");
  }

  /** The same without the rows that begin with these words. */
  MadeStudy withoutRows(String beginning) {
    runs.withoutRows(beginning);
    return this;
  }

  /** What the study finds in a folder that is filled with this. */
  Findings findings(Path folder) {
    runs.write(folder);
    return new PortabilityStudy()
        .analyse(
            Settings.of(
                Map.of(
                    "histories", "6",
                    "calibration", "3",
                    "margin", "5",
                    "seed", "1",
                    "old.reader", "a",
                    "new.reader", "b")),
            folder);
  }
}
