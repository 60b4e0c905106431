package dev.carryover.migrations.analysis;

import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.report.Diagnosis.Fate;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.Diagnosis.Said;
import dev.carryover.core.report.Diagnosis.StageCount;
import dev.carryover.core.report.Diagnosis.Words;
import dev.carryover.core.run.ProbeTexts;
import dev.carryover.migrations.analysis.MatchedCell.Reads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** The answers that matched cells got wrong, each with its stage and what lies behind it. */
final class LostAnswers {
  private final Map<String, Map<String, Words>> texts = new HashMap<>();

  /**
   * @param kept the texts that were kept; an answer without any is told without
   */
  LostAnswers(List<ProbeTexts> kept) {
    kept.forEach(
        text ->
            texts
                .computeIfAbsent(text.cell(), cell -> new HashMap<>())
                .put(text.probe(), text.words()));
  }

  /** The reads of a cell that were wrong, in the plan's order. */
  static List<Reads> of(MatchedCell cell) {
    return cell.reads().values().stream()
        .flatMap(List::stream)
        .filter(reads -> !cell.isRight(reads.normal()))
        .toList();
  }

  /** How many were lost at which stage. */
  static SortedMap<String, StageCount> count(MatchedCell cell, Optional<MatchedCell> before) {
    SortedMap<String, StageCount> counts = new TreeMap<>();
    Map<String, Map<String, Boolean>> had = had(before);
    for (Reads reads : of(cell)) {
      boolean hadIt = hadIt(had, reads).orElse(false);
      OptionalInt one = before.isPresent() ? OptionalInt.of(hadIt ? 1 : 0) : OptionalInt.empty();
      counts.merge(
          cell.stage(reads),
          new StageCount(1, one),
          (a, b) ->
              new StageCount(
                  a.answers() + b.answers(),
                  a.beforeHad().isPresent()
                      ? OptionalInt.of(a.beforeHad().getAsInt() + b.beforeHad().orElse(0))
                      : OptionalInt.empty()));
    }
    return counts;
  }

  /**
   * The answers of a cell that were lost, those that {@code before} had right first. Of every stage
   * the first {@link LostAnswer#TOLD_IN_FULL} are told in full, with their texts.
   */
  List<LostAnswer> told(MatchedCell cell, Optional<MatchedCell> before) {
    Map<String, Map<String, Boolean>> had = had(before);
    Map<String, Integer> inFull = new HashMap<>();
    List<Reads> wrong = new ArrayList<>(of(cell));
    wrong.sort(Comparator.comparing(reads -> !hadIt(had, reads).orElse(false)));
    List<LostAnswer> told = new ArrayList<>();
    for (Reads reads : wrong) {
      int place = inFull.merge(cell.stage(reads), 1, Integer::sum);
      LostAnswer answer = told(cell, reads, hadIt(had, reads));
      told.add(place <= LostAnswer.TOLD_IN_FULL ? answer : answer.inBrief());
    }
    return told;
  }

  private LostAnswer told(MatchedCell cell, Reads reads, Optional<Boolean> beforeHad) {
    PlannedTreatment treatment = cell.treatment();
    Observation normal = reads.observation();
    return new LostAnswer(
        treatment.format(),
        treatment.direction(),
        treatment.name(),
        reads.history(),
        normal.probe(),
        normal.family(),
        cell.stage(reads),
        beforeHad,
        fates(normal),
        firstHit(normal),
        said(Optional.of(normal)),
        said(cell.given(EvidenceMode.STORED_EVIDENCE, reads.history(), normal.probe())),
        said(cell.given(EvidenceMode.RAW_EVIDENCE, reads.history(), normal.probe())),
        normal.retrieved().stream().limit(Words.MOST).toList(),
        Optional.ofNullable(
            texts.getOrDefault(cellId(treatment, reads.history()), Map.of()).get(normal.probe())));
  }

  /** The id of the cell of a history. */
  static String cellId(PlannedTreatment treatment, String history) {
    return treatment.cell().map((Cell cell) -> cell.withHistory(history).id()).orElse("");
  }

  /** The rank of the first item that came back and holds any of the evidence. */
  static OptionalInt firstHit(Observation observation) {
    return observation
        .outcome()
        .scored()
        .flatMap(Scored::retrieval)
        .map(RetrievalTrace::firstHit)
        .orElse(OptionalInt.empty());
  }

  private static List<Fate> fates(Observation observation) {
    return observation.outcome().scored().flatMap(Scored::retrieval).stream()
        .flatMap(trace -> trace.evidence().stream())
        .map(fate -> new Fate(fate.event(), fate.kept(), fate.rank()))
        .toList();
  }

  private static Optional<Said> said(Optional<Observation> observation) {
    return observation.flatMap(
        made ->
            made.reply()
                .map(
                    reply ->
                        new Said(
                            made.outcome()
                                .scored()
                                .flatMap(Scored::mark)
                                .map(mark -> mark.label())
                                .orElse("unscored"),
                            Words.cut(reply.text()))));
  }

  private static Map<String, Map<String, Boolean>> had(Optional<MatchedCell> before) {
    Map<String, Map<String, Boolean>> had = new HashMap<>();
    before.ifPresent(
        cell ->
            cell.reads()
                .forEach(
                    (history, all) ->
                        all.forEach(
                            reads ->
                                had.computeIfAbsent(history, key -> new HashMap<>())
                                    .put(
                                        reads.observation().probe(),
                                        cell.isRight(reads.normal())))));
    return had;
  }

  private static Optional<Boolean> hadIt(Map<String, Map<String, Boolean>> had, Reads reads) {
    return Optional.ofNullable(
        had.getOrDefault(reads.history(), Map.of()).get(reads.observation().probe()));
  }
}
