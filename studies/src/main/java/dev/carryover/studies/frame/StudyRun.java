package dev.carryover.studies.frame;

import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Reply;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.OtherPlanException;
import dev.carryover.core.run.PlanLock;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.frame.Step.Memory;
import dev.carryover.studies.frame.Step.Opened;
import dev.carryover.studies.frame.Study.Request;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.items.Shared;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.StudyJson;
import dev.carryover.studies.report.StudyReport;
import dev.carryover.studies.report.StudyText;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a study in a run directory: plans, asks what the journal lacks, reports. A run that was
 * killed goes on where its journal ends, and its files come out as if it had not been.
 */
public final class StudyRun {
  /** Key of a study's name among the settings of its run's record. */
  public static final String STUDY = "study";

  private final Study study;
  private final Path folder;
  private final StudyListener listener;
  private final Clock clock;

  /**
   * @param folder the run directory
   * @param clock for the times in the run's record, which no figure depends on
   */
  public StudyRun(Study study, Path folder, StudyListener listener, Clock clock) {
    this.study = study;
    this.folder = folder;
    this.listener = listener;
    this.clock = clock;
  }

  /**
   * Runs, or goes on, to the end.
   *
   * @param given the request with the settings as given
   * @return the report, whose files lie in the run directory
   * @throws SettingException if a setting or the model cannot be used
   * @throws OtherPlanException if the folder holds another plan
   */
  public StudyReport run(Request given) {
    Instant start = clock.instant();
    Request request = resolved(given);
    StudyRecord record = new StudyRecord(study, given, request);
    listener.stage("planning " + study.name());
    return study instanceof ItemStudy items
        ? ask(items, request, record, start)
        : compose((CompositeStudy) study, request, record, start);
  }

  /**
   * The plan, exactly as a run will have it, to be locked before the first answer.
   *
   * @param given the request with the settings as given
   * @throws SettingException if a setting or the model cannot be used
   */
  public PlanLock lock(Request given) {
    Request request = resolved(given);
    StudyRecord record = new StudyRecord(study, given, request);
    listener.stage("planning " + study.name());
    if (study instanceof ItemStudy items) {
      try (Work work = items.plan(request)) {
        return PlanLock.of(record.of(work, clock.instant()), study.tests());
      }
    }
    return PlanLock.of(
        record.of(((CompositeStudy) study).facts(request), clock.instant()), study.tests());
  }

  /**
   * What services would be asked at most, without a call; empty where the study cannot tell.
   *
   * @param given the request with the settings as given
   * @throws SettingException if a setting cannot be used
   */
  public Optional<List<Bill>> estimate(Request given) {
    return study instanceof CompositeStudy composed
        ? composed.estimate(resolved(given))
        : Optional.of(List.of());
  }

  private StudyReport ask(ItemStudy items, Request request, StudyRecord record, Instant start) {
    try (Work work = items.plan(request);
        RunDirectory directory = RunDirectory.open(folder, record.of(work, start))) {
      work(work, directory);
      finish(directory, start);
      return report(study, folder, directory.record(), directory.journal());
    }
  }

  private StudyReport compose(
      CompositeStudy composed, Request request, StudyRecord record, Instant start) {
    RunRecord planned = record.of(composed.facts(request), start);
    try (RunDirectory directory = RunDirectory.open(folder, planned)) {
      composed.run(request, folder, listener);
      finish(directory, start);
      return report(study, folder, directory.record(), directory.journal());
    }
  }

  /**
   * Makes the report of a run again, from its record and its journal.
   *
   * @param study the one that the record names
   */
  public static StudyReport report(Study study, Path folder, RunRecord record, Journal journal) {
    Settings settings = Settings.of(record.settings());
    Findings found =
        study instanceof ItemStudy items
            ? items.analyse(settings, Answers.of(journal))
            : ((CompositeStudy) study).analyse(settings, folder);
    Findings findings = found.withLimits(record.notes());
    StudyReport report =
        new StudyReport(
            study.name(),
            record.settings(),
            record.versions(),
            findings,
            journal.spent().writing());
    List<ReportFile> files = new ArrayList<>();
    files.add(new ReportFile("study.json", StudyJson.of(report)));
    files.add(new ReportFile("study.md", StudyText.of(report)));
    findings.plots().forEach(plot -> files.add(new ReportFile(plot.fileName(), plot.svg())));
    RunDirectory.writeReport(folder, files);
    return report;
  }

  private Request resolved(Request given) {
    return new Request(
        given.model(), given.seed(), resolved(given.settings()), given.config(), given.means());
  }

  private Settings resolved(Settings given) {
    Map<String, String> defaults = new HashMap<>();
    study.parameters().forEach(p -> defaults.put(p.name(), p.defaultValue()));
    return given.onlyKnown(study.parameters()).orElse(defaults);
  }

  private void work(Work work, RunDirectory directory) {
    long total = work.steps().stream().mapToLong(step -> step.items().size()).sum();
    long done = 0;
    for (Step step : work.steps()) {
      if (!directory.journal().settled(step.arm()).containsAll(ids(step))) {
        ask(step, directory);
      }
      done += step.items().size();
      listener.progress(done, total, step.arm());
    }
  }

  private static List<String> ids(Step step) {
    return step.items().stream().map(Item::id).toList();
  }

  private static void ask(Step step, RunDirectory directory) {
    Opened opened = step.memory().open(directory.stores());
    List<Observation> block = new ArrayList<>();
    try (Memory memory = opened.memory()) {
      List<Reply> replies = memory.answers(step.items().stream().map(Item::question).toList());
      for (int i = 0; i < replies.size(); i++) {
        block.add(marked(step.arm(), step.items().get(i), replies.get(i)));
      }
    }
    for (Item item : step.items()) {
      Shared shared = opened.overlap().apply(item.question());
      if (shared != Shared.NOTHING) {
        Unscored noted = new Unscored(shared.reason());
        block.add(observation(Answers.trainingOf(step.arm()), item, noted, Optional.empty()));
      }
    }
    directory.journal().append(block, opened.spent());
  }

  private static Observation marked(String arm, Item item, Reply reply) {
    Scored scored =
        new Scored(Optional.of(ExactCodeScoring.mark(item.right(), reply)), Optional.empty());
    return observation(arm, item, scored, Optional.of(reply));
  }

  /** Without a time: two runs of one plan give the same bytes. */
  private static Observation observation(
      String cell, Item item, Observation.Outcome outcome, Optional<Reply> reply) {
    return new Observation(cell, item.id(), item.family(), outcome, reply, List.of(), 0);
  }

  private void finish(RunDirectory directory, Instant start) {
    if (directory.record().status() == Status.FINISHED) {
      return;
    }
    Instant now = clock.instant();
    RunRecord.Clock begun = directory.record().clock();
    double worked = begun.workedSeconds() + Duration.between(start, now).toMillis() / 1000.0;
    directory.update(
        record ->
            record.with(
                Status.FINISHED,
                new RunRecord.Clock(
                    begun.startedAt(), now.toString(), worked, begun.host(), begun.java()),
                record.looks()));
  }
}
