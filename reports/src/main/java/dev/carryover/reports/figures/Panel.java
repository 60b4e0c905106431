package dev.carryover.reports.figures;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The treatments of one format in one direction: what may be compared with one another.
 *
 * @param rows in reading order: before, what was changed, the controls
 */
public record Panel(String format, String direction, List<Row> rows) {
  /** What stands in place of a figure where no reader could open the memory. */
  static final String INCOMPATIBLE = "incompatible";

  private static final String DECIDED_BY_CODES = "accuracy";
  private static final String OF_FREE_TEXT = "token-f1";

  public Panel {
    rows = List.copyOf(rows);
  }

  /**
   * A treatment in its panel.
   *
   * @param label its name, unique in the panel
   */
  public record Row(Treatment treatment, String label, Standing standing) {
    /** The metric over all families, where this treatment has it. */
    public Optional<Figure> figure(String metric) {
      return Optional.ofNullable(treatment.metrics().get(metric));
    }

    /** Whether no reader could open these memories. */
    boolean isIncompatible() {
      return treatment.incompatible().isPresent();
    }

    /** The metric of one probe family, where this treatment has it. */
    public Optional<Figure> figure(String metric, String family) {
      return Optional.ofNullable(treatment.families().get(family))
          .flatMap(figures -> Optional.ofNullable(figures.get(metric)));
    }
  }

  /** The panels of a report, those of the verdict's direction first, else in the report's order. */
  public static List<Panel> of(RunReport report) {
    Map<List<String>, List<Treatment>> groups = new LinkedHashMap<>();
    for (Treatment treatment : report.treatments()) {
      groups
          .computeIfAbsent(
              List.of(treatment.format(), treatment.direction()), key -> new ArrayList<>())
          .add(treatment);
    }
    return groups.entrySet().stream()
        .map(group -> panel(group.getKey(), group.getValue(), report))
        .sorted(
            Comparator.comparing(panel -> !panel.direction().equals(report.verdict().direction())))
        .toList();
  }

  /** The treatment that a rollout names: {@code keep} is inherited, {@code rewrite} is own. */
  public static String treatmentOf(String rollout) {
    return switch (rollout) {
      case "keep" -> "inherited";
      case "rewrite" -> "own";
      default -> rollout;
    };
  }

  /** The metrics that any treatment has: the deciding one first, then accuracy, then by name. */
  public List<String> metrics(String deciding) {
    TreeSet<String> names =
        new TreeSet<>(
            Comparator.comparing((String name) -> !name.equals(deciding))
                .thenComparing(name -> !name.equals(DECIDED_BY_CODES))
                .thenComparing(name -> !name.startsWith("recall@"))
                .thenComparing(Comparator.naturalOrder()));
    rows.forEach(row -> names.addAll(row.treatment().metrics().keySet()));
    return List.copyOf(names);
  }

  /** Of the metrics, the deciding one, accuracy, token F1 and recall. */
  public List<String> chiefMetrics(String deciding) {
    return metrics(deciding).stream()
        .filter(
            name ->
                name.equals(deciding)
                    || name.equals(DECIDED_BY_CODES)
                    || name.equals(OF_FREE_TEXT)
                    || name.startsWith("recall@"))
        .toList();
  }

  /** The probe families for which any treatment has the metric, by name. */
  public List<String> families(String metric) {
    TreeSet<String> names = new TreeSet<>();
    rows.forEach(
        row ->
            row.treatment().families().keySet().stream()
                .filter(family -> row.figure(metric, family).isPresent())
                .forEach(names::add));
    return List.copyOf(names);
  }

  /** The row of a treatment as it is usually read, without evidence put in view. */
  public Optional<Row> treatment(String name) {
    return rows.stream()
        .filter(row -> row.treatment().treatment().equals(name))
        .filter(row -> row.treatment().evidence().equals("normal"))
        .findFirst();
  }

  /** The row of what is planned; none on the way back. */
  public Optional<Row> rollout() {
    return rows.stream().filter(row -> row.standing() == Standing.ROLLOUT).findFirst();
  }

  /** The rows that the rollout is compared with; none on the way back. */
  public List<Row> references() {
    return rows.stream().filter(row -> row.standing() == Standing.REFERENCE).toList();
  }

  private static Panel panel(List<String> key, List<Treatment> treatments, RunReport report) {
    boolean judged = key.get(1).equals(report.verdict().direction());
    Optional<String> rollout =
        judged ? Optional.of(treatmentOf(report.verdict().rollout())) : Optional.empty();
    List<String> references = judged ? References.of(report) : List.of();
    List<Row> rows =
        treatments.stream()
            .sorted(TreatmentOrder.COMPARATOR)
            .map(
                treatment ->
                    new Row(
                        treatment,
                        label(treatment, treatments),
                        standing(treatment, rollout, references)))
            .toList();
    return new Panel(key.get(0), key.get(1), rows);
  }

  private static String label(Treatment treatment, List<Treatment> all) {
    long same = all.stream().filter(other -> name(other).equals(name(treatment))).count();
    return same == 1 ? name(treatment) : treatment.id();
  }

  private static String name(Treatment treatment) {
    return treatment.evidence().equals("normal")
        ? treatment.treatment()
        : treatment.treatment() + ", " + treatment.evidence();
  }

  private static Standing standing(
      Treatment treatment, Optional<String> rollout, List<String> references) {
    if (!treatment.evidence().equals("normal")) {
      return Standing.BESIDE;
    }
    if (rollout.filter(treatment.treatment()::equals).isPresent()) {
      return Standing.ROLLOUT;
    }
    if (references.contains(treatment.treatment())) {
      return Standing.REFERENCE;
    }
    return TreatmentOrder.isControl(treatment.treatment()) ? Standing.CONTROL : Standing.BESIDE;
  }
}
