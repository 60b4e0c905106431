package dev.carryover.repair.recover;

import dev.carryover.core.Cell;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.PlannedRepair;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.core.run.RunRecord;
import dev.carryover.repair.cost.PriceList;
import dev.carryover.repair.cost.RepairCosts;
import dev.carryover.repair.cost.RepairPlayers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * Every repair of a format, one way, at every budget.
 *
 * @param measure that recovery is measured by
 * @param costs empty where nothing was repaired
 * @param own the new component on its own store, by history
 * @param inherited the new component on the old store, by history
 * @param tried in the plan's order
 * @param unpriced repairs without a journalled price, which are left out
 */
record PlaceGrid(
    String format,
    String direction,
    String measure,
    Optional<RepairCosts> costs,
    Map<String, Double> own,
    Map<String, Double> inherited,
    List<Tried> tried,
    int unpriced) {

  /** Every format each way, where an own store was measured. */
  static List<PlaceGrid> all(
      RunRecord record,
      SortedMap<String, RepairPrice> journalled,
      RunReport report,
      PriceList prices) {
    List<PlaceGrid> grids = new ArrayList<>();
    for (String direction : List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD)) {
      for (Plan.PlannedFormat format : record.plan().formats()) {
        Optional<PlannedTreatment> own =
            record.plan().treatment(format.name(), direction, Place.OWN);
        if (own.isPresent() && format.measure().isPresent()) {
          Place place = new Place(record, report, format.name(), direction, format.measure().get());
          grids.add(place.grid(journalled, prices));
        }
      }
    }
    return grids;
  }

  /** Every attempt on a history. */
  List<Attempt> attempts(String history) {
    return tried.stream()
        .filter(some -> some.byHistory().containsKey(history))
        .map(some -> some.byHistory().get(history))
        .toList();
  }

  /** The histories whose own store is worth something. */
  List<String> worthwhile() {
    return own.entrySet().stream().filter(e -> e.getValue() > 0).map(Map.Entry::getKey).toList();
  }

  /** The mean over histories; absent where there is none. */
  static OptionalDouble mean(Map<String, Double> values) {
    return values.values().stream().mapToDouble(Double::doubleValue).average();
  }

  /** Reads what was measured of one format one way. */
  private record Place(
      RunRecord record, RunReport report, String format, String direction, String measure) {
    private static final String OWN = "own";
    private static final String INHERITED = "inherited";
    private static final String REPAIRED = "repaired-";
    private static final int FULL = 100;

    PlaceGrid grid(SortedMap<String, RepairPrice> journalled, PriceList prices) {
      List<PlannedTreatment> repaired =
          record.plan().treatments().stream()
              .filter(t -> t.format().equals(format) && t.direction().equals(direction))
              .filter(t -> t.name().startsWith(REPAIRED))
              .toList();
      Map<String, Map<String, RepairPrice>> taken = new LinkedHashMap<>();
      repaired.forEach(treatment -> taken.put(treatment.name(), taken(treatment, journalled)));
      Optional<RepairCosts> costs =
          repaired.stream()
              .flatMap(treatment -> treatment.cell().stream())
              .findFirst()
              .map(cell -> RepairPlayers.of(record, cell, direction))
              .map(
                  players ->
                      RepairCosts.of(
                          prices,
                          players,
                          taken.values().stream()
                              .flatMap(each -> each.values().stream())
                              .toList()));
      List<Tried> tried = new ArrayList<>();
      int unpriced = 0;
      for (Map.Entry<String, Map<String, RepairPrice>> each : taken.entrySet()) {
        Map<String, Double> accuracy = figures(each.getKey());
        tried.add(tried(each.getKey(), each.getValue(), accuracy, costs.orElseThrow()));
        unpriced +=
            (int) accuracy.keySet().stream().filter(h -> !each.getValue().containsKey(h)).count();
      }
      return new PlaceGrid(
          format, direction, measure, costs, figures(OWN), figures(INHERITED), tried, unpriced);
    }

    private Tried tried(
        String name,
        Map<String, RepairPrice> taken,
        Map<String, Double> accuracy,
        RepairCosts costs) {
      int budget = name.lastIndexOf('@');
      String method = name.substring(REPAIRED.length(), budget < 0 ? name.length() : budget);
      int effort = budget < 0 ? FULL : Integer.parseInt(name.substring(budget + 1));
      Needs needs = needs(method);
      Map<String, Attempt> attempts = new LinkedHashMap<>();
      taken.forEach(
          (history, price) -> {
            Double reached = accuracy.get(history);
            attempts.put(
                history,
                new Attempt(
                    method,
                    effort,
                    costs.of(price, needs),
                    reached == null ? OptionalDouble.empty() : OptionalDouble.of(reached),
                    price.failure().isPresent()));
          });
      return new Tried(method, effort, needs, attempts);
    }

    private Needs needs(String method) {
      return PlannedRepair.of(record).stream()
          .filter(repair -> repair.format().equals(format) && repair.method().equals(method))
          .map(PlannedRepair::needs)
          .findFirst()
          .orElse(Needs.STORE);
    }

    private Map<String, RepairPrice> taken(
        PlannedTreatment treatment, SortedMap<String, RepairPrice> journalled) {
      Map<String, RepairPrice> found = new LinkedHashMap<>();
      Cell cell = treatment.cell().orElseThrow();
      for (String history : record.plan().histories(treatment)) {
        RepairPrice price = journalled.get(cell.withHistory(history).id());
        if (price != null) {
          found.put(history, price);
        }
      }
      return found;
    }

    /** The measure of a treatment by history. */
    private Map<String, Double> figures(String name) {
      String id = String.join("/", format, direction, name);
      Map<String, Double> figures = new LinkedHashMap<>();
      for (RunReport.HistoryFigures row : report.perHistory()) {
        Double figure = row.treatment().equals(id) ? row.metrics().get(measure) : null;
        if (figure != null) {
          figures.put(row.history(), figure);
        }
      }
      return figures;
    }
  }
}
