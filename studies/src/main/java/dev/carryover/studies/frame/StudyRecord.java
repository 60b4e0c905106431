package dev.carryover.studies.frame;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Plan;
import dev.carryover.core.report.Identity;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.run.Versions;
import dev.carryover.studies.frame.Study.Request;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A study as the record of a run: what must be equal for a run to go on. */
final class StudyRecord {
  private final Study study;
  private final Request given;
  private final Request resolved;

  StudyRecord(Study study, Request given, Request resolved) {
    this.study = study;
    this.given = given;
    this.resolved = resolved;
  }

  /** That of a study of items, which one model answers. */
  RunRecord of(Work work, Instant start) {
    SortedMap<String, String> facts = new TreeMap<>(work.facts());
    facts.put("model", work.model().name());
    facts.put("model.fingerprint", work.model().fingerprint());
    SortedMap<String, String> asGiven = new TreeMap<>(given.settings().asMap());
    asGiven.put("model", given.model());
    return record(asGiven, facts, work.sources(), List.of(identity(work.model())), start);
  }

  /** That of a study which is composed of other runs. */
  RunRecord of(SortedMap<String, String> facts, Instant start) {
    SortedMap<String, String> asGiven = new TreeMap<>(given.settings().asMap());
    given.config().ifPresent(file -> asGiven.put("file", file.toString()));
    return record(asGiven, facts, List.of(), List.of(), start);
  }

  private RunRecord record(
      SortedMap<String, String> asGiven,
      SortedMap<String, String> facts,
      List<String> sources,
      List<Identity> identities,
      Instant start) {
    SortedMap<String, String> settings = new TreeMap<>(resolved.settings().asMap());
    settings.putAll(facts);
    settings.put(StudyRun.STUDY, study.name());
    settings.put("seed", Long.toString(resolved.seed()));
    return new RunRecord(
        RunRecord.SCHEMA,
        study.name(),
        Status.RUNNING,
        asGiven,
        settings,
        new Plan(
            sources,
            List.of(),
            List.of(),
            new Plan.Rule("study", List.of(), 0, 0),
            resolved.seed()),
        identities,
        List.of(),
        List.of(),
        Versions.all(),
        new RunRecord.Clock(
            start.toString(), start.toString(), 0, "", System.getProperty("java.version")),
        List.of());
  }

  private static Identity identity(ModelIdentity model) {
    SortedMap<String, String> facts = new TreeMap<>(model.facts());
    model.revision().ifPresent(revision -> facts.put("revision", revision));
    model.tokenizer().ifPresent(tokenizer -> facts.put("tokenizer", tokenizer));
    model.contextLimit().ifPresent(limit -> facts.put("context_limit", Integer.toString(limit)));
    return new Identity(
        "model",
        model.name(),
        facts,
        List.of(),
        Optional.of(model.canary()).filter(canary -> !canary.isEmpty()));
  }
}
