package dev.carryover.core.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.spi.Reporter.ReportFile;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link Reporter} owes; extend it with a reporter to check it. */
public abstract class ReporterContract {
  /** The reporter under test. */
  protected abstract Reporter reporter();

  /** Reports of every kind: usual, hostile, nearly empty. */
  protected static Stream<RunReport> reports() {
    return Stream.of(
        SampleReports.embedderUpgrade(),
        SampleReports.modelUpgrade(),
        SampleReports.stateUpgrade(),
        SampleReports.hostile(),
        SampleReports.minimal());
  }

  @Test
  void isFoundByItsName() {
    assertThat(Plugins.named(Reporter.class, "reporter", reporter().name()))
        .hasSameClassAs(reporter());
    assertThat(reporter().name()).matches("[a-z0-9.-]+");
    assertThat(reporter().description()).isNotBlank().doesNotContain("\n");
  }

  @ParameterizedTest
  @MethodSource("reports")
  void rendersPlainFilesThatEndInALine(RunReport report) {
    List<ReportFile> files = reporter().render(report);
    assertThat(files).isNotEmpty();
    assertThat(files).extracting(ReportFile::name).doesNotHaveDuplicates();
    assertThat(files)
        .allSatisfy(
            file -> {
              assertThat(file.name()).matches("[a-z0-9_-]+(\\.[a-z0-9]+)+");
              assertThat(file.content()).endsWith("\n");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR"})
  void rendersEqualBytesWhateverTheLocaleAndTheTimeZone(String locale) {
    Locale usualLocale = Locale.getDefault();
    TimeZone usualZone = TimeZone.getDefault();
    List<List<ReportFile>> expected = reports().map(reporter()::render).toList();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
      assertThat(reports().map(reporter()::render).toList()).isEqualTo(expected);
    } finally {
      Locale.setDefault(usualLocale);
      TimeZone.setDefault(usualZone);
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void neverPrintsAFigureThatIsNone(RunReport report) {
    assertThat(reporter().render(report))
        .allSatisfy(
            file ->
                assertThat(file.content())
                    .doesNotContain("NaN", "Infinity", "OptionalDouble", "Optional["));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void letsNoControlCharacterThrough(RunReport report) {
    assertThat(reporter().render(report))
        .allSatisfy(
            file ->
                assertThat(file.content().codePoints())
                    .noneMatch(
                        point -> point < ' ' && point != '\n' && point != '\r' && point != '\t'));
  }
}
