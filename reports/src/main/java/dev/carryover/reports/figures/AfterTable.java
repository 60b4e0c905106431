package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.AfterRepair;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment.Price;
import java.util.List;
import java.util.stream.Collectors;

/** The verdict before any repair, and after each as if it were the rollout. */
public final class AfterTable {
  /** What the table shows. */
  public static final String HEADING = "verdict before and after each repair";

  private final RunReport report;
  private final Numbers numbers;

  public AfterTable(RunReport report, Numbers numbers) {
    this.report = report;
    this.numbers = numbers;
  }

  /** The planned rollout first; empty where repairs were not judged. */
  public Table table() {
    Table.Builder table =
        Table.of(
            text("rollout"),
            text("formats"),
            text("decision"),
            text("picked of these"),
            figure("p preserved"),
            figure("p, Holm"),
            text("cost of a history"));
    report.after().ifPresent(after -> lines(table, after));
    return table.build();
  }

  private void lines(Table.Builder table, List<AfterRepair> after) {
    String absent = numbers.absent();
    table.marked(
        "rollout",
        List.of(
            report.verdict().rollout(),
            "all",
            report.verdict().decision(),
            absent,
            absent,
            absent,
            absent));
    for (AfterRepair repair : after) {
      table.line(
          repair.treatment(),
          String.join(", ", repair.formats()),
          repair.decision(),
          repair.among(),
          numbers.p(repair.pPreserved()),
          numbers.p(repair.pPreservedHolm()),
          repair.prices().values().stream().map(this::price).collect(Collectors.joining("; ")));
    }
  }

  private String price(Price price) {
    return price.embeddedTexts() > 0
        ? numbers.count(Math.round(price.embeddedTexts())) + " texts" + tokens(price, ", ")
        : tokens(price, "");
  }

  private String tokens(Price price, String before) {
    long tokens = Math.round(price.tokensIn() + price.tokensOut());
    return tokens == 0 && !before.isEmpty() ? "" : before + numbers.count(tokens) + " tokens";
  }
}
