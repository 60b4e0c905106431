package dev.carryover.migrations.analysis;

import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Seeds;
import dev.carryover.core.Usage;
import dev.carryover.core.report.AfterRepair;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Contrast;
import dev.carryover.core.report.RunReport.Cost;
import dev.carryover.core.report.RunReport.Gate;
import dev.carryover.core.report.RunReport.HistoryFigures;
import dev.carryover.core.report.RunReport.RunInfo;
import dev.carryover.core.report.RunReport.Verdict;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.run.Journal;
import dev.carryover.core.run.ProbeTexts;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.stats.BootstrapDistribution;
import dev.carryover.core.stats.Decision;
import dev.carryover.core.stats.GateDecision;
import dev.carryover.core.stats.HistoryBootstrap;
import dev.carryover.core.stats.HistoryDifference;
import dev.carryover.core.stats.HistoryStatistic;
import dev.carryover.core.stats.UndetectedShare;
import dev.carryover.migrations.analysis.Judge.Claim;
import dev.carryover.migrations.analysis.Judge.Judgement;
import dev.carryover.migrations.plan.Treatments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes the run report from a run's record and journal, and from nothing else. */
public final class Analyst {
  /** A SHA-256, of which the first digits tell two apart. */
  private static final Pattern HASH = Pattern.compile("\\b([0-9a-f]{12})[0-9a-f]{52}\\b");

  private final RunRecord record;
  private final Journal journal;
  private final Plan plan;
  private final Map<String, Outcomes> outcomes;
  private final List<ProbeTexts> texts;
  private final List<Treatment> treatments = new ArrayList<>();
  private final List<HistoryFigures> perHistory = new ArrayList<>();
  private final List<Contrast> contrasts = new ArrayList<>();
  private final List<String> found = new ArrayList<>();

  private Analyst(RunRecord record, Journal journal, List<ProbeTexts> texts) {
    this.record = record;
    this.texts = texts;
    this.journal = journal;
    this.plan = record.plan();
    this.outcomes = Outcomes.all(plan, journal);
  }

  /**
   * The report of a run, finished or not.
   *
   * @param directory of the run, as shown to people
   */
  public static RunReport analyse(RunRecord record, Journal journal, String directory) {
    return analyse(record, journal, List.of(), directory);
  }

  /**
   * The same.
   *
   * @param texts behind lost answers, which a diagnosis shows
   */
  public static RunReport analyse(
      RunRecord record, Journal journal, List<ProbeTexts> texts, String directory) {
    return new Analyst(record, journal, texts).report(directory);
  }

  private RunReport report(String directory) {
    boolean finished = record.status() == RunRecord.Status.FINISHED;
    Instruments instruments =
        new Instruments(record, outcomes, new Judge(plan, outcomes, finished));
    Map<String, Outcomes> judged = instruments.judged();
    Judge judge = new Judge(plan, judged, finished);
    List<Gate> gates = new ArrayList<>();
    for (PlannedFormat format : plan.formats()) {
      describe(format);
      compare(format);
      gates.addAll(new Controls(plan, format, judged, services()).all(judge.claimed(format)));
    }
    Judgement judgement = judge.judge(gates, instruments.obstacles());
    Optional<List<AfterRepair>> after = after(judged, gates, instruments.obstacles(), treatments);
    gates.addAll(instruments.gates());
    found.addAll(instruments.limits());
    found.addAll(noise());
    contrasts.addAll(bootstrap(judgement));
    PlannedContrasts planned = new PlannedContrasts(plan, outcomes);
    contrasts.addAll(planned.rows());
    found.addAll(planned.limits());
    found.addAll(whatDistorts());
    Optional<Diagnosis> diagnosis = diagnosis();
    diagnosis.map(Diagnostician::contrasts).ifPresent(contrasts::addAll);
    return new RunReport(
        RunReport.SCHEMA,
        runInfo(directory),
        verdict(judgement),
        Judge.rows(judgement),
        treatments,
        contrasts,
        perHistory,
        gates,
        record.identities(),
        record.spaces(),
        cost(),
        record.settings(),
        new Limits(record, judgement, found).sentences(),
        diagnosis,
        after);
  }

  /** What each repair comes to as the rollout; only where that was asked for. */
  private Optional<List<AfterRepair>> after(
      Map<String, Outcomes> judged,
      List<Gate> gates,
      List<String> distrust,
      List<Treatment> treatments) {
    return record.settings().containsKey(RunRecord.WITH_REPAIR)
        ? Optional.of(
            new AfterRepairs(plan, judged, record.status() == RunRecord.Status.FINISHED, treatments)
                .rows(gates, distrust))
        : Optional.empty();
  }

  /** Where it was lost; only where that was asked for. */
  private Optional<Diagnosis> diagnosis() {
    return record.settings().containsKey(RunRecord.DIAGNOSIS)
        ? Optional.of(Diagnostician.diagnose(plan, outcomes, texts))
        : Optional.empty();
  }

  private void compare(PlannedFormat format) {
    contrasts.addAll(new Comparisons(plan, format, outcomes).all());
    contrasts.addAll(new Rewrites(plan, format, outcomes, journal.spent().repairs()).rows());
    SilentLoad silent = new SilentLoad(plan, format, outcomes);
    contrasts.addAll(silent.rows());
    silent.limit().ifPresent(found::add);
  }

  private void describe(PlannedFormat format) {
    for (Outcomes some : outcomes.values()) {
      if (some.treatment().format().equals(format.name()) && !some.isEmpty()) {
        Figures figures =
            new Figures(format, some, RepairPrices.of(some, journal.spent().repairs()));
        treatments.add(figures.treatment());
        perHistory.addAll(figures.perHistory(own(some)));
      }
    }
  }

  /** What live repeats changed, or why there were none. */
  private List<String> noise() {
    if (services().isEmpty()) {
      return List.of(
          "Every part is built in and answers alike each time, so that there is no noise of repeats beside the effects.");
    }
    List<String> sentences = new ArrayList<>();
    plan.formats()
        .forEach(
            format -> sentences.addAll(new Repeats(plan, format, outcomes).sentences(contrasts)));
    return sentences.isEmpty()
        ? List.of(
            "No cell was asked again live, so that no noise stands beside the effects: 'noise' is 0, nothing is judged, or no service answers or embeds questions. What writing anew changes is in the no-op control.")
        : sentences;
  }

  /** Answers that are wrong for their form, and memories that do not open. */
  private List<String> whatDistorts() {
    List<String> sentences = new ArrayList<>();
    AnswerForms.sentence(ownReads()).ifPresent(sentences::add);
    sentences.addAll(whatDoesNotOpen());
    return sentences;
  }

  /** What was read the memory's own way. */
  private List<Outcomes> ownReads() {
    return outcomes.values().stream()
        .filter(some -> some.treatment().evidence() == EvidenceMode.NORMAL)
        .toList();
  }

  /** A sentence for each reason; its hashes are cut here, and whole in the treatments. */
  private List<String> whatDoesNotOpen() {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    outcomes.forEach(
        (id, some) ->
            some.incompatible()
                .ifPresent(
                    reason -> byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(id)));
    List<String> sentences = new ArrayList<>();
    byReason.forEach(
        (reason, ids) ->
            sentences.add(
                "Every answer counts as wrong under %s: %s."
                    .formatted(String.join(", ", ids), HASH.matcher(reason).replaceAll("$1..."))));
    return sentences;
  }

  /** The names of those who answer afresh each time. */
  private Set<String> services() {
    return record.identities().stream()
        .filter(identity -> identity.facts().containsKey(Identity.SERVICE))
        .map(Identity::name)
        .collect(Collectors.toSet());
  }

  /** The new component's own store beside the inherited one, where the two are not the same. */
  private Optional<Outcomes> own(Outcomes some) {
    PlannedTreatment treatment = some.treatment();
    return treatment.name().equals(Treatments.INHERITED)
        ? plan.treatment(treatment.format(), treatment.direction(), Treatments.OWN)
            .map(PlannedTreatment::id)
            .map(outcomes::get)
            .filter(own -> !own.isEmpty() && !own.sameCellsAs(some))
        : Optional.empty();
  }

  private Verdict verdict(Judgement judgement) {
    List<Claim> claims = judgement.claims();
    int histories = claims.stream().mapToInt(c -> c.losses().size()).max().orElse(0);
    OptionalInt needed =
        undecided(judgement)
            ? judgement.gate().map(g -> g.historiesNeeded().count()).orElse(OptionalInt.empty())
            : OptionalInt.empty();
    Optional<HistoryDifference> worst = Judge.worst(claims);
    return new Verdict(
        judgement.decision().label(),
        reason(judgement, needed),
        plan.rule().margin(),
        plan.formats().stream()
            .flatMap(f -> f.measure().stream())
            .distinct()
            .collect(Collectors.joining(", ")),
        plan.rule().rollout(),
        Plan.OLD_TO_NEW,
        histories,
        needed,
        worst.map(HistoryDifference::history),
        worst.map(w -> OptionalDouble.of(w.mean())).orElse(OptionalDouble.empty()),
        histories > 0
            ? OptionalDouble.of(UndetectedShare.upperBound(histories))
            : OptionalDouble.empty());
  }

  /** Whether it is the gate's own figures that leave the verdict open. */
  private static boolean undecided(Judgement judgement) {
    return judgement.gate().map(GateDecision::decision).equals(Optional.of(Decision.INCONCLUSIVE))
        && judgement.decision() == Decision.INCONCLUSIVE;
  }

  private static String reason(Judgement judgement, OptionalInt needed) {
    if (!undecided(judgement)) {
      return judgement.reason();
    }
    Optional<String> whyAbsent =
        judgement.gate().flatMap((GateDecision gate) -> gate.historiesNeeded().whyAbsent());
    return judgement.reason()
        + (needed.isPresent()
            ? "; about " + needed.getAsInt() + " histories would decide it"
            : whyAbsent.map(why -> "; " + why).orElse(""));
  }

  /** The history bootstrap beside each claim. It is reported and never decides. */
  private List<Contrast> bootstrap(Judgement judgement) {
    List<Contrast> rows = new ArrayList<>();
    for (Claim claim : judgement.claims()) {
      double[] losses = claim.losses().stream().mapToDouble(HistoryDifference::mean).toArray();
      if (losses.length < 2) {
        continue;
      }
      String name = claim.name() + " (bootstrap)";
      double estimate = Spread.mean(losses).orElseThrow();
      BootstrapDistribution distribution =
          HistoryBootstrap.resample(
                  losses.length,
                  List.of(
                      new dev.carryover.core.stats.Contrast(
                          name, estimate, HistoryStatistic.mean(losses))),
                  Seeds.derive(plan.seed(), "bootstrap", claim.name()))
              .get(0);
      rows.add(
          new Contrast(
              name,
              claim.format().name(),
              Plan.OLD_TO_NEW,
              claim.measure().name(),
              OptionalDouble.of(estimate),
              OptionalDouble.of(distribution.interval().low()),
              OptionalDouble.of(distribution.interval().high()),
              losses.length));
    }
    return rows;
  }

  private Cost cost() {
    Map<String, String> readers = readers();
    SortedMap<String, Usage> usage = new TreeMap<>(journal.spent().writing());
    long answers = 0;
    for (Observation observation : journal.all()) {
      String reader = readers.getOrDefault(observation.cell(), Treatments.RANDOM_CODE);
      if (observation.reply().isPresent() && !reader.equals(Treatments.RANDOM_CODE)) {
        answers++;
        usage.merge(reader, observation.reply().get().usage(), Usage::plus);
      }
    }
    Usage all = usage.values().stream().reduce(Usage.NONE, Usage::plus);
    return new Cost(
        answers,
        journal.spent().embeddedTexts(),
        all.tokensIn(),
        all.tokensOut(),
        Prices.of(record.given()).dollars(usage));
  }

  /** Who answers in a cell, by the cell's id; without what an earlier run was paid for. */
  private Map<String, String> readers() {
    Map<String, String> readers = new HashMap<>();
    for (PlannedTreatment treatment : plan.treatments()) {
      treatment
          .cell()
          .ifPresent(
              cell ->
                  plan.histories()
                      .forEach(
                          history -> readers.put(cell.withHistory(history).id(), cell.reader())));
    }
    if (record.given().containsKey(RunRecord.BASELINE)) {
      plan.treatments().stream()
          .filter(treatment -> treatment.name().equals(Treatments.BEFORE))
          .flatMap(treatment -> treatment.cell().stream())
          .forEach(
              cell ->
                  plan.histories()
                      .forEach(history -> readers.remove(cell.withHistory(history).id())));
    }
    return readers;
  }

  private SortedMap<String, String> inputs() {
    SortedMap<String, String> inputs = new TreeMap<>(record.given());
    inputs.keySet().retainAll(List.of(RunRecord.HISTORIES, RunRecord.STORE));
    return inputs;
  }

  private RunInfo runInfo(String directory) {
    RunRecord.Clock clock = record.clock();
    return new RunInfo(
        record.name(),
        directory,
        clock.startedAt(),
        clock.updatedAt(),
        clock.workedSeconds(),
        clock.host(),
        clock.java(),
        Objects.requireNonNullElse(record.versions().get("carryover"), "unknown"),
        inputs());
  }
}
