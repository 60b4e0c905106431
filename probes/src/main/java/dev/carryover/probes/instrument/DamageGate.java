package dev.carryover.probes.instrument;

import dev.carryover.core.spi.InstrumentGate;
import dev.carryover.core.stats.Holm;
import dev.carryover.core.stats.TEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * More corruption does no lesser damage: from the whole memory over 25, 50 and 75 per cent lost to
 * an empty one, no step is shown to answer better than the one before (one-sided paired t over
 * histories with the gate's variance floor, Holm over the steps, 0.05).
 *
 * <p>Not checked where no corrupted memory was read on two histories or more.
 */
public final class DamageGate implements InstrumentGate {
  private static final double ALPHA = 0.05;
  private static final List<String> STEPS =
      List.of(Reading.BEFORE, "corrupted-25", "corrupted-50", "corrupted-75", Reading.EMPTY);

  /** From one state of the memory to the next that was read. */
  private record Step(String name, TEstimate gain) {}

  @Override
  public String name() {
    return "more corruption does no lesser damage";
  }

  @Override
  public Optional<Finding> check(Readings readings) {
    List<Step> steps = steps(readings);
    if (steps.isEmpty()) {
      return Optional.empty();
    }
    double[] holm =
        Holm.adjust(steps.stream().mapToDouble(step -> step.gain().pAbove(0)).toArray());
    TreeMap<String, Double> figures = new TreeMap<>();
    boolean passed = true;
    for (int i = 0; i < holm.length; i++) {
      String name = steps.get(i).name();
      figures.put(name + "_gains", steps.get(i).gain().mean());
      figures.put(name + "_p_holm", holm[i]);
      passed &= holm[i] >= ALPHA;
    }
    figures.put("histories", (double) steps.get(0).gain().n());
    return Optional.of(new Finding(passed, Severity.BLOCKS, figures, Set.of()));
  }

  /** None where the corrupted memories are missing: whole against empty shows no order. */
  private static List<Step> steps(Readings readings) {
    List<String> read =
        STEPS.stream().filter(name -> Reading.of(readings, name).isPresent()).toList();
    List<Step> steps = new ArrayList<>();
    if (read.stream().noneMatch(name -> name.startsWith("corrupted-"))) {
      return steps;
    }
    for (int i = 1; i < read.size(); i++) {
      Reading less = Reading.of(readings, read.get(i - 1)).orElseThrow();
      Reading more = Reading.of(readings, read.get(i)).orElseThrow();
      String name = read.get(i - 1) + "_to_" + read.get(i);
      TEstimate.floored(more.minus(less)).ifPresent(gain -> steps.add(new Step(name, gain)));
    }
    return steps;
  }
}
