package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.Figure;
import dev.carryover.core.report.Treatment;
import dev.carryover.reports.figures.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The tables of one panel: what was measured under each treatment. */
public final class MeasureTables {
  private final Panel panel;
  private final Numbers numbers;

  public MeasureTables(Panel panel, Numbers numbers) {
    this.panel = panel;
    this.numbers = numbers;
  }

  /** A metric under every treatment that has it, controls included. */
  public Table treatments(String metric) {
    Table.Builder table =
        Table.of(
            text("treatment"),
            text("part"),
            figure("mean"),
            figure("95\u00a0% interval"),
            figure("chance"),
            figure("histories"),
            figure("scored"),
            figure("unscored"),
            figure("failed"));
    for (Panel.Row row : panel.rows()) {
      row.figure(metric).ifPresent(figure -> table.marked(mark(row), cells(row, figure)));
    }
    return table.build();
  }

  /** A metric by probe family: the mean with its interval, and the count of probes. */
  public Table families(String metric) {
    List<String> families = panel.families(metric);
    List<Column> columns = new ArrayList<>(List.of(text("treatment"), text("part")));
    families.forEach(family -> columns.add(figure(family)));
    Table.Builder table = Table.of(columns.toArray(Column[]::new));
    for (Panel.Row row : panel.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.label(), part(row)));
      families.forEach(
          family ->
              cells.add(
                  row.figure(metric, family)
                      .map(
                          figure ->
                              row.isIncompatible() ? Panel.INCOMPATIBLE : numbers.summary(figure))
                      .orElse(numbers.absent())));
      if (row.figure(metric).isPresent()) {
        table.marked(mark(row), cells);
      }
    }
    return table.build();
  }

  /** A metric by history, the one that loses most first. */
  public Table histories(String metric, List<HistoryRow> histories) {
    List<Panel.Row> measured =
        panel.rows().stream().filter(row -> row.figure(metric).isPresent()).toList();
    boolean before = histories.stream().anyMatch(history -> history.lossOnBefore().isPresent());
    boolean own = histories.stream().anyMatch(history -> history.lossOnOwn().isPresent());
    List<Column> columns = new ArrayList<>(List.of(text("history")));
    if (before) {
      columns.add(figure("loss on before"));
    }
    if (own) {
      columns.add(figure("loss on own"));
    }
    measured.forEach(row -> columns.add(figure(row.label())));
    Table.Builder table = Table.of(columns.toArray(Column[]::new));
    for (HistoryRow history : histories) {
      List<String> cells = new ArrayList<>();
      cells.add(history.history());
      if (before) {
        cells.add(numbers.signed(history.lossOnBefore()));
      }
      if (own) {
        cells.add(numbers.signed(history.lossOnOwn()));
      }
      measured.forEach(row -> cells.add(numbers.rate(history.value(Optional.of(row)))));
      table.marked("", cells);
    }
    return table.build();
  }

  /** A metric along the share of a store that is embedded anew, with the levels beside it. */
  public Table mixed(MixedLine line) {
    Table.Builder table =
        Table.of(
            text("treatment"),
            figure("embedded anew"),
            figure("mean"),
            figure("95\u00a0% interval"));
    line.points()
        .forEach(
            point ->
                table.line(
                    point.label(),
                    point.percent() + "\u00a0%",
                    numbers.rate(point.figure().mean()),
                    numbers.interval(point.figure())));
    line.references()
        .forEach(
            reference ->
                table.line(
                    reference.label(),
                    numbers.absent(),
                    numbers.rate(reference.figure().mean()),
                    numbers.interval(reference.figure())));
    return table.build();
  }

  /** How many answers got which mark under each treatment; empty where nobody was asked. */
  public Table marks() {
    List<Panel.Row> asked =
        panel.rows().stream().filter(row -> !row.treatment().marks().isEmpty()).toList();
    TreeSet<String> marks = new TreeSet<>();
    asked.forEach(row -> marks.addAll(row.treatment().marks().keySet()));
    List<Column> columns = new ArrayList<>(List.of(text("treatment")));
    marks.forEach(mark -> columns.add(figure(mark)));
    Table.Builder table = Table.of(columns.toArray(Column[]::new));
    for (Panel.Row row : asked) {
      List<String> cells = new ArrayList<>(List.of(row.label()));
      marks.forEach(
          mark -> cells.add(numbers.count(row.treatment().marks().getOrDefault(mark, 0))));
      table.marked(mark(row), cells);
    }
    return table.build();
  }

  /** Who played which role under each treatment. */
  public Table components() {
    Table.Builder table =
        Table.of(
            text("treatment"),
            text("writer"),
            text("reader"),
            text("index embedder"),
            text("query embedder"),
            text("evidence"));
    for (Panel.Row row : panel.rows()) {
      Treatment treatment = row.treatment();
      table.marked(
          mark(row),
          List.of(
              row.label(),
              treatment.writer(),
              treatment.reader(),
              treatment.indexEmbedder(),
              treatment.queryEmbedder(),
              treatment.evidence()));
    }
    return table.build();
  }

  private List<String> cells(Panel.Row row, Figure figure) {
    return List.of(
        row.label(),
        part(row),
        row.isIncompatible() ? Panel.INCOMPATIBLE : numbers.rate(figure.mean()),
        row.isIncompatible() ? numbers.absent() : numbers.interval(figure),
        numbers.rate(figure.chance()),
        numbers.count(figure.histories()),
        numbers.count(figure.scored()),
        numbers.count(figure.unscored()),
        numbers.count(figure.failed()));
  }

  private static String part(Panel.Row row) {
    return switch (row.standing()) {
      case REFERENCE -> "reference";
      case ROLLOUT -> "rollout";
      case CONTROL -> "control";
      case BESIDE -> "";
    };
  }

  private static String mark(Panel.Row row) {
    return row.standing() == Standing.BESIDE ? "" : part(row);
  }
}
