package dev.carryover.migrations.run;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Look;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.migrations.analysis.Analyst;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The end of a run: its record is closed, its verdict reached, and the look at it recorded. */
final class Finish {
  private final RunDirectory directory;
  private final Clock clock;
  private final Path shown;

  /**
   * @param shown the run directory, as shown to people
   */
  Finish(RunDirectory directory, Clock clock, Path shown) {
    this.directory = directory;
    this.clock = clock;
    this.shown = shown;
  }

  /** The report of a run whose observations are all made. */
  RunReport finish(Instant start, List<RunReport.SpaceComparison> spaces) {
    Instant end = clock.instant();
    RunRecord before = directory.record();
    double worked =
        before.clock().workedSeconds() + Duration.between(start, end).toMillis() / 1000.0;
    RunRecord.Clock now =
        new RunRecord.Clock(
            before.clock().startedAt(), text(end), worked, Host.name(), Host.java());
    RunRecord done = before.with(Status.FINISHED, now, before.looks()).withSpaces(spaces);
    RunReport first = analysis(done);
    Look look = new Look(text(end), first.verdict().decision(), first.verdict().histories());
    boolean known =
        before.looks().stream()
            .anyMatch(
                l -> l.decision().equals(look.decision()) && l.histories() == look.histories());
    List<Look> looks = new ArrayList<>(before.looks());
    if (!known) {
      looks.add(look);
    }
    RunRecord looked = done.with(Status.FINISHED, now, looks);
    directory.update(record -> looked);
    return looks.size() > 1 ? analysis(looked) : first;
  }

  private RunReport analysis(RunRecord record) {
    return Analyst.analyse(record, directory.journal(), directory.texts(), shown.toString());
  }

  /** A time as records hold it. */
  static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
