package dev.carryover.studies.instrument;

import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.stats.GateHypothesis;
import dev.carryover.core.stats.HypothesisResult;
import dev.carryover.core.stats.NonInferiorityGate;
import dev.carryover.studies.frame.CompositeStudy;
import dev.carryover.studies.frame.IntegerList;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.report.Findings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Measures the gate itself. Losses of known size are planted at a known stage in built-in parts;
 * histories are run for real; plans are drawn from them with replacement, and each is judged as a
 * gate judges it. The truth is the mean loss of all the histories that plans are drawn from.
 */
public final class InstrumentStudy implements CompositeStudy {
  /** The largest loss that counts as preserved. */
  static final double MARGIN = GateHypothesis.DEFAULT_MARGIN;

  private static final String HISTORIES = "histories";
  private static final String PLANS = "plans";
  private static final String SIZES = "sizes";
  private static final String SCALE = "scale";
  private static final String MISSED = "missed";
  private static final String CHURN = "churn";
  private static final String SPREAD = "spread";
  private static final String SEED = "seed";
  private static final String MORE_SPREADS = "more_spreads";
  private static final int MOST = 1_000_000;

  private final Function<List<GateHypothesis>, List<HypothesisResult>> gate;

  /** One of the gate as it is. */
  public InstrumentStudy() {
    this(hypotheses -> NonInferiorityGate.test(hypotheses, NonInferiorityGate.DEFAULT_ALPHA));
  }

  /**
   * @param gate judges the plans that are drawn
   */
  InstrumentStudy(Function<List<GateHypothesis>, List<HypothesisResult>> gate) {
    this.gate = gate;
  }

  @Override
  public String name() {
    return "instrument";
  }

  @Override
  public String description() {
    return "How often is the gate wrong? Losses are planted, and it has to find them.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter(HISTORIES, "400", "that are run in every condition"),
        new Parameter(PLANS, "4000", "that are drawn for every condition and size"),
        new Parameter(SIZES, "10,24,48", "histories of a plan"),
        new Parameter(SCALE, "nano", "of the histories: nano or small"),
        new Parameter(MISSED, "20", "per cent of the probes that both sides fail alike"),
        new Parameter(CHURN, "5", "per cent of the others that each side fails for itself"),
        new Parameter(SPREAD, "6", "standard deviation of the histories' true losses, in points"),
        new Parameter(MORE_SPREADS, "3,12", "others, for losses in reading alone"));
  }

  @Override
  public SortedMap<String, String> facts(Request request) {
    Scope.of(request.settings());
    return new TreeMap<>(Map.of("margin", Double.toString(MARGIN)));
  }

  /** The settings, checked. */
  record Scope(
      int histories,
      int plans,
      List<Integer> sizes,
      String scale,
      Faults.Base base,
      int spread,
      List<Condition> conditions) {
    static Scope of(Settings settings) {
      int spread = settings.integer(SPREAD, 6, 0, 50);
      return new Scope(
          settings.integer(HISTORIES, 400, 10, MOST),
          settings.integer(PLANS, 4_000, 1, MOST),
          IntegerList.of(settings, SIZES, 2, MOST),
          settings.choice(SCALE, "nano", List.of("nano", "small")),
          new Faults.Base(
              settings.integer(MISSED, 20, 0, 80) / 100.0,
              settings.integer(CHURN, 5, 0, 50) / 100.0),
          spread,
          Condition.all(spread, IntegerList.of(settings, MORE_SPREADS, 0, 50)));
    }
  }

  @Override
  public void run(Request request, Path folder, StudyListener listener) {
    Scope scope = Scope.of(request.settings());
    long seed = request.seed();
    String source =
        "synthetic:%s?count=%d&seed=%d"
            .formatted(scope.scale(), scope.histories(), Math.floorMod(seed, Integer.MAX_VALUE));
    List<ProbedHistory> histories = HistorySpec.parse(source).load(false).histories();
    Map<Stage, Planting> plantings = new EnumMap<>(Stage.class);
    for (Condition condition : scope.conditions()) {
      Planting planting =
          plantings.computeIfAbsent(
              condition.stage(), stage -> new Planting(stage, histories, scope.base(), seed));
      ConditionRun run = new ConditionRun(condition, folder);
      if (!run.isFinished()) {
        run.run(source, planting.of(condition, folder), seed, listener);
      }
    }
    ConditionRun.deleteShared(folder);
  }

  @Override
  public Findings analyse(Settings settings, Path folder) {
    Scope scope = Scope.of(settings);
    long seed = Long.parseLong(settings.text(SEED).orElse("0"));
    List<Measured> measured =
        scope.conditions().parallelStream()
            .map(condition -> Measured.of(condition, folder))
            .toList();
    List<Judged> judged =
        measured.stream()
            .flatMap(one -> scope.sizes().stream().map(size -> Map.entry(one, size)))
            .toList()
            .parallelStream()
            .map(pair -> Judged.of(pair.getKey(), pair.getValue(), scope.plans(), seed, gate))
            .toList();
    Levels levels = new Levels(judged, scope.spread(), scope.sizes());
    return new InstrumentFindings(measured, judged, levels).findings();
  }
}
