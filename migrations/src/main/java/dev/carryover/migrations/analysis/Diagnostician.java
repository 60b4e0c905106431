package dev.carryover.migrations.analysis;

import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Advice;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.ProbeTexts;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Tells at which stage a memory was lost, for every format and direction (spec 1.11). */
public final class Diagnostician {
  private final Plan plan;
  private final Map<String, Outcomes> outcomes;
  private final LostAnswers answers;
  private final List<Breakdown> breakdowns = new ArrayList<>();
  private final List<Advice> advice = new ArrayList<>();
  private final List<LostAnswer> lost = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();

  private Diagnostician(Plan plan, Map<String, Outcomes> outcomes, List<ProbeTexts> texts) {
    this.plan = plan;
    this.outcomes = outcomes;
    this.answers = new LostAnswers(texts);
  }

  /**
   * The diagnosis of a run that made the reads for it.
   *
   * @param texts behind the lost answers, where they were kept
   */
  static Diagnosis diagnose(Plan plan, Map<String, Outcomes> outcomes, List<ProbeTexts> texts) {
    return new Diagnostician(plan, outcomes, texts).diagnosis();
  }

  /**
   * The probes of which matched cells got the answer wrong, by the cell's id, so that their texts
   * can be kept.
   */
  public static Map<String, Set<String>> lostProbes(Plan plan, Journal journal) {
    Map<String, Outcomes> outcomes = Outcomes.all(plan, journal);
    Map<String, Set<String>> probes = new LinkedHashMap<>();
    for (PlannedFormat format : plan.formats()) {
      for (MatchedCell cell : distinct(both(plan, format, outcomes))) {
        LostAnswers.of(cell)
            .forEach(
                reads ->
                    probes
                        .computeIfAbsent(
                            LostAnswers.cellId(cell.treatment(), reads.history()),
                            key -> new LinkedHashSet<>())
                        .add(reads.observation().probe()));
      }
    }
    return probes;
  }

  private Diagnosis diagnosis() {
    for (PlannedFormat format : plan.formats()) {
      List<MatchedCell> cells = distinct(both(plan, format, outcomes));
      Optional<String> excluded = excluded(format, cells);
      UnaryOperator<MatchedCell> told = cell -> excluded.isPresent() ? cell.asOneLoss() : cell;
      List<MatchedCell> all = cells.stream().map(told).toList();
      for (String direction : List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD)) {
        of(
            format,
            MatchedCell.of(plan, format, direction, outcomes).stream().map(told).toList(),
            direction,
            excluded);
      }
      pool(told(all), Contrast.BOTH, excluded);
      lost(all);
      all.stream().filter(MatchedCell::askedNobody).findFirst().ifPresent(this::noteRetrieval);
    }
    return new Diagnosis(breakdowns, advice, lost, List.copyOf(notes));
  }

  private void of(
      PlannedFormat format, List<MatchedCell> cells, String direction, Optional<String> excluded) {
    Optional<MatchedCell> before = named(Treatments.BEFORE, cells);
    for (MatchedCell cell : cells) {
      Breakdown found = Breakdowns.of(cell, before.filter(known -> known != cell));
      breakdowns.add(excluded.map(reason -> without(found, reason)).orElse(found));
    }
    pool(told(distinct(cells)), direction, excluded);
    String rollout =
        direction.equals(Plan.OLD_TO_NEW)
            ? Treatments.ofRollout(plan.rule().rollout())
            : Treatments.INHERITED;
    cells.stream()
        .filter(cell -> cell.treatment().name().equals(rollout))
        .filter(cell -> excluded.isEmpty() && cell.untold().isEmpty())
        .forEach(
            cell ->
                advice.addAll(
                    new Adviser(format, cell, before, named(Treatments.OWN, cells)).advice()));
  }

  private void pool(List<MatchedCell> cells, String direction, Optional<String> excluded) {
    if (cells.size() > 1) {
      Breakdown found = Breakdowns.pooled(cells, direction);
      breakdowns.add(excluded.map(reason -> without(found, reason)).orElse(found));
    }
  }

  private static List<MatchedCell> told(List<MatchedCell> cells) {
    return cells.stream().filter(cell -> cell.untold().isEmpty()).toList();
  }

  /** Those of the planned direction first, the rollout before what it is compared with. */
  private void lost(List<MatchedCell> cells) {
    String rollout = Treatments.ofRollout(plan.rule().rollout());
    List<MatchedCell> order = new ArrayList<>();
    cells.stream().filter(cell -> isRollout(cell, rollout)).forEach(order::add);
    cells.stream().filter(cell -> !isRollout(cell, rollout)).forEach(order::add);
    for (MatchedCell cell : order) {
      Optional<MatchedCell> before =
          named(
              Treatments.BEFORE,
              cells.stream()
                  .filter(c -> c.treatment().direction().equals(cell.treatment().direction()))
                  .toList());
      lost.addAll(answers.told(cell, before.filter(known -> known != cell)));
    }
  }

  private static boolean isRollout(MatchedCell cell, String rollout) {
    return cell.treatment().direction().equals(Plan.OLD_TO_NEW)
        && cell.treatment().name().equals(rollout);
  }

  private void noteRetrieval(MatchedCell cell) {
    notes.add(
        ("%s: nobody was asked, so construction is what the store does not hold of the evidence,"
                + " retrieval what of the rest did not come back (%s), and nothing is said of reading.")
            .formatted(cell.treatment().format(), cell.measure().name()));
  }

  /**
   * A format of which isolated items serve a reader worse than its own read, as spec 1.11 has it.
   */
  private Optional<String> excluded(PlannedFormat format, List<MatchedCell> cells) {
    List<MatchedCell> told = told(cells);
    if (told.isEmpty() || told.stream().anyMatch(MatchedCell::askedNobody)) {
      return Optional.empty();
    }
    Optional<String> reason =
        Breakdowns.worseAlone(told)
            .map(
                interval ->
                    String.format(
                        Locale.ROOT,
                        "excluded: readers do worse with the stored evidence alone than with what the memory brings back (%.3f to %.3f), so its items cannot be judged on their own",
                        interval.low(),
                        interval.high()));
    reason.ifPresent(why -> notes.add(format.name() + " is " + why + "."));
    return reason;
  }

  private static Breakdown without(Breakdown found, String reason) {
    return new Breakdown(
        found.format(),
        found.direction(),
        found.treatment(),
        found.measure(),
        found.histories(),
        found.probes(),
        found.leftOut(),
        found.total(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        found.lost(),
        Optional.of(reason));
  }

  private static List<MatchedCell> both(
      Plan plan, PlannedFormat format, Map<String, Outcomes> outcomes) {
    List<MatchedCell> cells =
        new ArrayList<>(MatchedCell.of(plan, format, Plan.OLD_TO_NEW, outcomes));
    cells.addAll(MatchedCell.of(plan, format, Plan.NEW_TO_OLD, outcomes));
    return cells;
  }

  /** The way there and the way back share cells: each counts once. */
  private static List<MatchedCell> distinct(List<MatchedCell> cells) {
    List<MatchedCell> distinct = new ArrayList<>();
    for (MatchedCell cell : cells) {
      if (distinct.stream().noneMatch(cell::sameAs)) {
        distinct.add(cell);
      }
    }
    return distinct;
  }

  private static Optional<MatchedCell> named(String treatment, List<MatchedCell> cells) {
    return cells.stream().filter(cell -> cell.treatment().name().equals(treatment)).findFirst();
  }

  /** The parts of every breakdown as contrasts; those of one cell bear its treatment's name. */
  static List<Contrast> contrasts(Diagnosis diagnosis) {
    List<Contrast> rows = new ArrayList<>();
    for (Breakdown found : diagnosis.breakdowns()) {
      row("loss-total", found, found.total()).ifPresent(rows::add);
      row("loss-retrieval", found, found.retrieval()).ifPresent(rows::add);
      row("loss-construction", found, found.construction()).ifPresent(rows::add);
      row("loss-reading", found, found.reading()).ifPresent(rows::add);
    }
    return rows;
  }

  private static Optional<Contrast> row(String name, Breakdown found, Optional<Part> part) {
    return part.map(
        loss ->
            new Contrast(
                found.isPooled() ? name : name + "(" + found.treatment() + ")",
                found.format(),
                found.direction(),
                found.measure(),
                OptionalDouble.of(loss.value()),
                loss.low(),
                loss.high(),
                found.histories()));
  }
}
