package dev.carryover.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Reporter;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.core.testkit.SampleReports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rendering of every sample, byte for byte, under several default locales. What was rendered
 * lies under target/golden: a change that is wanted is reviewed there and copied by hand.
 */
class GoldenFilesTest {
  private static final Map<String, RunReport> SAMPLES =
      Map.of(
          "usual", SampleReports.embedderUpgrade(),
          "model", SampleReports.modelUpgrade(),
          "diagnosed", SampleReports.diagnosed(),
          "states", SampleReports.stateUpgrade(),
          "hostile", SampleReports.hostile(),
          "minimal", SampleReports.minimal());

  static Stream<Arguments> samplesAndLocales() {
    return SAMPLES.keySet().stream()
        .sorted()
        .flatMap(
            sample ->
                Stream.of("de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR")
                    .map(locale -> Arguments.of(sample, locale)));
  }

  @ParameterizedTest
  @MethodSource("samplesAndLocales")
  void everyFileIsTheReviewedOne(String sample, String locale) throws IOException {
    Locale usual = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(locale));
    try {
      for (Reporter reporter : Plugins.all(Reporter.class).values()) {
        for (ReportFile file : reporter.render(SAMPLES.get(sample))) {
          byte[] rendered = file.content().getBytes(StandardCharsets.UTF_8);
          Path kept = Path.of("target", "golden", sample, file.name());
          Files.createDirectories(kept.getParent());
          Files.write(kept, rendered);
          assertThat(new String(rendered, StandardCharsets.UTF_8))
              .as("%s; rendered as %s", file.name(), kept)
              .isEqualTo(golden(sample + "/" + file.name()));
        }
      }
    } finally {
      Locale.setDefault(usual);
    }
  }

  private static String golden(String name) throws IOException {
    try (InputStream stream = GoldenFilesTest.class.getResourceAsStream("/golden/" + name)) {
      assertThat(stream).as("the reviewed file golden/%s", name).isNotNull();
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
