package dev.carryover.reports.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.testkit.SampleReports;
import dev.carryover.reports.Altered;
import org.junit.jupiter.api.Test;

class MixedLineTest {
  private static final String OLD = "minilm-q";

  @Test
  void underNewQueriesTheLineRunsFromInheritedToOwn() {
    RunReport report = SampleReports.embedderUpgrade();
    MixedLine line = line(report);
    assertThat(line.points())
        .extracting(MixedLine.Point::percent, MixedLine.Point::label)
        .containsExactly(
            tuple(0, "inherited"),
            tuple(25, "mixed-25"),
            tuple(50, "mixed-50"),
            tuple(75, "mixed-75"),
            tuple(100, "own"));
    assertThat(line.references())
        .extracting(MixedLine.Reference::label)
        .containsExactly("before", "ideal-router");
    assertThat(MixedLine.of(report, Panel.of(report).get(0), "accuracy")).isEmpty();
  }

  @Test
  void underOldQueriesTheLineStartsAtBeforeAndLacksItsEnd() {
    MixedLine line = line(Altered.treatments(SampleReports.embedderUpgrade(), this::askedByOld));
    assertThat(line.points())
        .extracting(MixedLine.Point::percent, MixedLine.Point::label)
        .containsExactly(
            tuple(0, "before"),
            tuple(25, "mixed-25"),
            tuple(50, "mixed-50"),
            tuple(75, "mixed-75"));
    assertThat(line.references())
        .extracting(MixedLine.Reference::label)
        .containsExactly("own", "ideal-router");
  }

  @Test
  void underOldQueriesTheLineEndsAtTheWayBackWhereThatWasMeasured() {
    RunReport report = Altered.treatments(SampleReports.hostile(), this::askedByOld);
    MixedLine line = line(report);
    Treatment wayBack =
        report.treatments().stream()
            .filter(treatment -> treatment.id().equals("rag/new-to-old/inherited"))
            .findFirst()
            .orElseThrow();
    assertThat(line.points()).first().extracting(MixedLine.Point::label).isEqualTo("before");
    assertThat(line.points())
        .last()
        .isEqualTo(
            new MixedLine.Point(
                "inherited, new-to-old", Standing.BESIDE, 100, wayBack.metrics().get("recall@8")));
    MixedLine ofTheOtherFormat =
        MixedLine.of(report, Panel.of(report).get(1), "recall@8").orElseThrow();
    assertThat(ofTheOtherFormat.points()).last().extracting(MixedLine.Point::percent).isEqualTo(75);
  }

  private static MixedLine line(RunReport report) {
    return MixedLine.of(report, Panel.of(report).get(0), "recall@8").orElseThrow();
  }

  private Treatment askedByOld(Treatment treatment) {
    return treatment.treatment().startsWith("mixed-") && treatment.direction().equals("old-to-new")
        ? new Treatment(
            treatment.id(),
            treatment.format(),
            treatment.direction(),
            treatment.writer(),
            treatment.reader(),
            treatment.indexEmbedder(),
            OLD,
            treatment.treatment(),
            treatment.evidence(),
            treatment.metrics(),
            treatment.families(),
            treatment.marks())
        : treatment;
  }
}
