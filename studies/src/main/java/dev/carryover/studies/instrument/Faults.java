package dev.carryover.studies.instrument;

import dev.carryover.core.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The probes that each side of an upgrade is to lose, drawn by seed. Some both sides lose alike, so
 * that no accuracy is at its ceiling, and of the others each side a share of its own, the churn;
 * the new side loses so many more that the mean loss of all histories is as near to what is aimed
 * at as one probe allows, which a bisection finds.
 *
 * @param old those of the old side, by history, in the order of the histories
 * @param next those of the new side
 */
record Faults(List<Set<String>> old, List<Set<String>> next) {
  private static final int BISECTIONS = 60;

  /**
   * A history as faults are planted in it.
   *
   * @param id of the history
   * @param probes how many are marked
   * @param right ids of those that are answered when nothing fails and that a fault can reach
   */
  record Target(String id, int probes, List<String> right) {
    Target {
      right = List.copyOf(right);
    }
  }

  /**
   * What is lost whatever the upgrade does, as shares of the probes in reach.
   *
   * @param missed by both sides alike
   * @param churn of the others, by each side for itself
   */
  record Base(double missed, double churn) {}

  /**
   * Draws them.
   *
   * @param seed of the study
   */
  static Faults draw(List<Target> targets, Condition condition, Base base, long seed) {
    if (condition.kind() == Condition.Kind.NOTHING) {
      return new Faults(
          targets.stream().map(target -> Set.<String>of()).toList(),
          targets.stream().map(target -> Set.<String>of()).toList());
    }
    double[] losses = losses(targets.size(), condition, seed);
    List<Draws> draws = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      draws.add(Draws.of(targets.get(i), losses[i], condition.stage(), base, seed));
    }
    double aim = condition.kind().loss() * targets.stream().mapToInt(Target::probes).sum();
    double low = -1;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (excess(draws, middle) < aim) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double shift = aim - excess(draws, low) < excess(draws, high) - aim ? low : high;
    return new Faults(
        draws.stream().map(draw -> draw.old(shift)).toList(),
        draws.stream().map(draw -> draw.next(shift)).toList());
  }

  private static long excess(List<Draws> draws, double shift) {
    return draws.stream().mapToLong(draw -> draw.next(shift).size() - draw.old(shift).size()).sum();
  }

  /** The loss of each history that is aimed at, as a fraction of its probes. */
  private static double[] losses(int histories, Condition condition, long seed) {
    double[] losses = new double[histories];
    Random random = new Random(Seeds.derive(seed, "true losses", condition.stage().label()));
    if (condition.kind() == Condition.Kind.FEW) {
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < histories; i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      order.subList(0, Math.max(1, histories / 10)).forEach(i -> losses[i] = .5);
      return losses;
    }
    for (int i = 0; i < histories; i++) {
      losses[i] = condition.kind().loss() + random.nextGaussian() * condition.spread() / 100.0;
    }
    return losses;
  }

  /**
   * One history's probes.
   *
   * @param loss that is aimed at
   * @param missed by both sides
   * @param others in reach
   * @param old a number in [0, 1) for each of the others
   * @param next the same for the new side
   */
  private record Draws(
      int probes,
      double loss,
      double churn,
      List<String> missed,
      List<String> others,
      double[] old,
      double[] next) {
    private static Draws of(Target target, double loss, Stage stage, Base base, long seed) {
      Random random = new Random(Seeds.derive(seed, "planted", stage.label(), target.id()));
      Map<Boolean, List<String>> missed =
          target.right().stream()
              .collect(Collectors.partitioningBy(id -> random.nextDouble() < base.missed()));
      List<String> others = missed.getOrDefault(false, List.of());
      return new Draws(
          target.probes(),
          loss,
          base.churn(),
          missed.getOrDefault(true, List.of()),
          others,
          random.doubles(others.size()).toArray(),
          random.doubles(others.size()).toArray());
    }

    private Set<String> old(double shift) {
      return lost(old, churn - Math.min(0, share(shift)));
    }

    private Set<String> next(double shift) {
      return lost(next, share(shift));
    }

    /** The share of the others that the new side loses; under 0, the old one more. */
    private double share(double shift) {
      return others.isEmpty() ? 0 : churn + (loss + shift) * probes / others.size();
    }

    private Set<String> lost(double[] numbers, double share) {
      Set<String> lost = new TreeSet<>(missed);
      for (int i = 0; i < numbers.length; i++) {
        if (numbers[i] < share) {
          lost.add(others.get(i));
        }
      }
      return lost;
    }
  }
}
