package dev.carryover.studies.report;

import dev.carryover.core.Usage;
import dev.carryover.core.stats.Interval;
import dev.carryover.reports.figures.Numbers;
import dev.carryover.reports.figures.SafeText;
import dev.carryover.studies.items.Arm;
import dev.carryover.studies.items.Contrast;
import dev.carryover.studies.items.Contrast.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** A study's report as Markdown whose tables are aligned, so that a terminal shows it as well. */
public final class StudyText {
  private static final Numbers NUMBERS = Numbers.PLAIN;

  private StudyText() {}

  /** The whole report; equal reports give equal text. */
  public static String of(StudyReport report) {
    StringBuilder text = new StringBuilder();
    Findings findings = report.findings();
    text.append("# Study ").append(report.study()).append("\n\n");
    findings
        .unmeasurable()
        .ifPresent(reason -> text.append("Not measurable: ").append(reason).append(".\n\n"));
    for (Verdict verdict : findings.verdicts()) {
      text.append("- ").append(verdict.name()).append(": **").append(verdict.decision().label());
      text.append("**. ").append(verdict.reason()).append(".\n");
    }
    section(text, "Arms", arms(findings.arms()));
    section(text, "Contrasts", contrasts(findings.contrasts()));
    section(text, "Training", training(report.training()));
    findings.tables().forEach(table -> section(text, table.title(), table(table)));
    for (Plot plot : findings.plots()) {
      text.append("\n![").append(plot.title()).append("](").append(plot.fileName()).append(")\n");
    }
    text.append("\n## What these figures cannot show\n\n");
    findings.limits().forEach(limit -> text.append("- ").append(limit).append('\n'));
    text.append("\n## Settings\n\n");
    report.settings().forEach((key, value) -> line(text, key, value));
    report.versions().forEach((key, value) -> line(text, "version of " + key, value));
    return text.toString();
  }

  private static void section(StringBuilder text, String heading, MarkdownTable table) {
    if (!table.isEmpty()) {
      text.append("\n## ").append(heading).append("\n\n").append(table.render());
    }
  }

  private static MarkdownTable arms(List<Arm> arms) {
    TreeSet<String> figures = new TreeSet<>();
    arms.forEach(arm -> figures.addAll(arm.figures().keySet()));
    List<String> heads = new ArrayList<>(List.of("arm", "right", "accuracy", "95 %"));
    figures.forEach(figure -> heads.add(figure.replace('_', ' ')));
    MarkdownTable table = new MarkdownTable(heads);
    for (Arm arm : arms) {
      List<String> row = new ArrayList<>();
      row.add(arm.name());
      row.add(arm.right() + " of " + arm.items());
      row.add(NUMBERS.rate(arm.accuracy()));
      row.add(NUMBERS.rate(arm.interval().low()) + " to " + NUMBERS.rate(arm.interval().high()));
      for (String figure : figures) {
        Double value = arm.figures().get(figure);
        row.add(value == null ? NUMBERS.absent() : NUMBERS.free(value));
      }
      table.row(row);
    }
    return table;
  }

  private static MarkdownTable contrasts(List<Contrast> contrasts) {
    MarkdownTable table =
        new MarkdownTable(
            List.of("contrast", "lost", "gained", "difference", "95 %", "p", "p Holm", "standing"));
    for (Contrast contrast : contrasts) {
      Interval interval = contrast.pairing().interval();
      table.row(
          List.of(
              contrast.name(),
              Integer.toString(contrast.pairing().lost()),
              Integer.toString(contrast.pairing().gained()),
              NUMBERS.signed(contrast.difference()),
              NUMBERS.signed(interval.low()) + " to " + NUMBERS.signed(interval.high()),
              NUMBERS.p(OptionalDouble.of(contrast.pairing().p())),
              NUMBERS.p(OptionalDouble.of(contrast.holm())),
              standing(contrast)));
    }
    return table;
  }

  private static String standing(Contrast contrast) {
    String label = contrast.standing().label();
    if (contrast.standing() == Standing.SHOWN) {
      return label;
    }
    return contrast.detectable().isEmpty()
        ? label + "; too few items to see any"
        : "%s; %s would be seen"
            .formatted(
                label,
                NUMBERS.rate(
                    (double) contrast.detectable().getAsInt() / contrast.pairing().items()));
  }

  private static MarkdownTable training(Map<String, Usage> training) {
    MarkdownTable table = new MarkdownTable(List.of("training", "tokens in", "tokens out"));
    training.forEach(
        (kind, usage) ->
            table.row(
                List.of(kind, NUMBERS.count(usage.tokensIn()), NUMBERS.count(usage.tokensOut()))));
    return table;
  }

  private static MarkdownTable table(StudyTable table) {
    MarkdownTable shown =
        new MarkdownTable(table.heads().stream().map(head -> head.replace('_', ' ')).toList());
    table.rows().forEach(row -> shown.row(row.stream().map(StudyTable.Entry::shown).toList()));
    return shown;
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append("- ").append(key).append(": ").append(SafeText.forLine(value)).append('\n');
  }
}
