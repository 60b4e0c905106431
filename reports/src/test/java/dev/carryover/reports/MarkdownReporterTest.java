package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.testkit.ReporterContract;
import dev.carryover.core.testkit.SampleReports;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MarkdownReporterTest extends ReporterContract {
  @Override
  protected Reporter reporter() {
    return new MarkdownReporter();
  }

  @Test
  void aCommentHoldsTheVerdictTheFiguresAndTheLimits() {
    assertThat(Rendered.only(reporter(), SampleReports.embedderUpgrade()))
        .startsWith("## Carryover: Regressed\n")
        .contains("**Do not roll this upgrade out as planned.** rag: recall@8 falls from")
        .contains("| inherited | rollout | 0.310 | 0.283 to 0.337 | 0.027 | 10 | 1,520 | 4 | 0 |")
        .contains("| worst history | conv-26, loss +0.349 |")
        .contains("### What these figures cannot show\n\n- Ten histories:");
  }

  @ParameterizedTest
  @MethodSource("reports")
  void everyTableKeepsItsColumns(RunReport report) {
    int columns = 0;
    for (String line : Rendered.only(reporter(), report).split("\n")) {
      if (!line.startsWith("|")) {
        columns = 0;
        continue;
      }
      int cells = line.split("(?<!\\\\)\\|", -1).length;
      if (columns > 0) {
        assertThat(cells).as(line).isEqualTo(columns);
      }
      columns = cells;
    }
  }

  @Test
  void theTextOfStrangersMakesNoMarkupAndCallsNoOne() {
    String text = Rendered.only(reporter(), SampleReports.hostile());
    assertThat(text).doesNotContain("<", "@team", "://");
    assertThat(text).doesNotContainPattern("(?<!\\\\)[`\\[\\]]");
    assertThat(List.of(text.split("\n"))).noneMatch(line -> line.startsWith("=cmd"));
  }

  @ParameterizedTest
  @CsvSource({
    "mixed-25, mixed-25",
    "recall@8, recall@8",
    "a|b, a\\|b",
    "_x_ *y*, \\_x\\_ \\*y\\*",
    "1. one, 1\\. one",
    "- item, \\- item",
    "-2+3, \\-2+3",
    "+0.310, +0.310",
    "<b>&, &lt;b&gt;&amp;"
  })
  void wordsPrintAsTheyAre(String words, String markdown) {
    assertThat(MarkdownText.escape(words)).isEqualTo(markdown);
  }
}
