package dev.carryover.repair.recover;

import dev.carryover.core.report.RepairReport.Sampled;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.repair.cost.RepairCosts;
import dev.carryover.repair.cost.RepairCosts.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a plan of repairs cannot show. */
record RecoveryLimits(Sampled sampled, List<PlaceGrid> grids, List<Double> targets) {
  List<String> sentences(boolean byTheHour) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "The choices rest on the means of %d of %d histories, without an interval; a gate of the repaired store decides."
            .formatted(sampled.histories(), sampled.all()));
    sentences.add(
        "The cost to recover takes the cheapest repair of each history, known only afterwards: a bound under what one repair for all costs.");
    sentences.add(
        "A repair that is chosen here is chosen by answers. A gate that asks the same questions again flatters it; one of histories that were not tried does not.");
    if (grids.isEmpty()) {
      sentences.add(
          "Nothing was measured that this change can touch, so that nothing can be recovered.");
    }
    units(sentences);
    if (byTheHour) {
      sentences.add(
          "Hours are priced by the time in which models kept a device busy, or, where that is not measured, by the wall time of the repairs here, waiting included: these costs differ from run to run and machine to machine.");
    }
    if (any(grid -> grid.tried().stream().anyMatch(some -> some.needs() == Needs.SAMPLE))) {
      sentences.add(
          "What is fitted on a sample serves every store: in a history its cost is that of the whole fit, and for all histories it counts once.");
    }
    failures(sentences);
    worthless(sentences);
    int unpriced = grids.stream().mapToInt(PlaceGrid::unpriced).sum();
    if (unpriced > 0) {
      sentences.add(
          "%d repairs are left out: this run's journal does not tell what they took."
              .formatted(unpriced));
    }
    return sentences;
  }

  private void units(List<String> sentences) {
    List<Unit> units =
        grids.stream()
            .flatMap(grid -> grid.costs().stream())
            .map(RepairCosts::unit)
            .filter(unit -> unit != Unit.DOLLARS)
            .distinct()
            .toList();
    if (!units.isEmpty()) {
      sentences.add(
          "Not every model that repairs has a price, so that costs are counted in %s; give --prices for dollars."
              .formatted(
                  units.stream()
                      .map(RecoveryLimits::meaning)
                      .collect(Collectors.joining("; elsewhere in "))));
    }
  }

  private static String meaning(Unit unit) {
    return switch (unit) {
      case TOKENS -> "tokens in and out";
      case TEXTS -> "embedded texts";
      default -> "calls, an embedded text being one";
    };
  }

  private void failures(List<String> sentences) {
    int failed = 0;
    int reaching = 0;
    for (PlaceGrid grid : grids) {
      for (Tried some : grid.tried()) {
        failed += some.failed();
        for (String history : grid.worthwhile()) {
          Attempt attempt = some.byHistory().get(history);
          Double own = grid.own().get(history);
          if (attempt != null
              && own != null
              && attempt.failed()
              && attempt.reaches(own, targets.get(0))) {
            reaching++;
          }
        }
      }
    }
    if (failed > 0) {
      sentences.add(
          "%d repairs failed. Each is charged in full, its store is kept and scored, and it restores nothing, though %d of these stores reach the lowest target."
              .formatted(failed, reaching));
    }
  }

  private void worthless(List<String> sentences) {
    int worthless =
        grids.stream().mapToInt(grid -> grid.own().size() - grid.worthwhile().size()).sum();
    if (worthless > 0) {
      sentences.add(
          "In %d cases the new component answers nothing right on its own store: nothing can be recovered there, and they are left out of the counts by history."
              .formatted(worthless));
    }
  }

  private boolean any(Predicate<PlaceGrid> which) {
    return grids.stream().anyMatch(which);
  }
}
