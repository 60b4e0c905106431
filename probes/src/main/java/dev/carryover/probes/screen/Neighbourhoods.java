package dev.carryover.probes.screen;

import dev.carryover.core.report.ScreenReport.Row;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the agreement of neighbours may say of a candidate: a warning, never an approval. */
final class Neighbourhoods {
  /** Fewer neighbours kept than this, at the upper 95 % limit, is worth a warning (ours). */
  static final double FEW = 0.5;

  private Neighbourhoods() {}

  static String reason(List<Row> rows) {
    String few =
        rows.stream()
            .filter(row -> row.screened().high().isPresent())
            .filter(row -> row.screened().high().getAsDouble() < FEW)
            .map(
                row ->
                    String.format(
                        Locale.ROOT,
                        "%s: stored texts keep %.2f of their neighbours",
                        row.format(),
                        row.screened().mean()))
            .collect(Collectors.joining("; "));
    return few.isEmpty()
        ? "no question was asked: the neighbours of stored texts rank and warn, nothing more"
        : "warning: under half of the neighbours stay. " + few;
  }
}
