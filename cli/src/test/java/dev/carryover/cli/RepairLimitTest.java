package dev.carryover.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackBehaviour.Draft;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.migrations.file.MigrationFileReader;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repairs by language models over HTTP, whose output limit depends on the rung. */
class RepairLimitTest {
  private static final int ALLOWANCE = 240;

  /** Whatever is not the answer to a question was stopped by the output limit. */
  private static final LoopbackBehaviour LIMITED =
      new LoopbackBehaviour(
          draft ->
              draft.text().matches("[A-Z]\\d\\d[A-Z]|unknown")
                  ? draft
                  : new Draft(
                      draft.model(), draft.text(), "length", draft.fingerprint(), draft.vectors()),
          UnaryOperator.identity());

  private static final GateListener SILENT =
      new GateListener() {
        @Override
        public void stage(String what) {}

        @Override
        public void progress(long done, long total, String where) {}
      };

  @TempDir private Path folder;

  private RunReport repairs(Path config) {
    return new Gate(
            MigrationFileReader.read("up.yaml", CommandRuns.read(config).getBytes(UTF_8), Map.of()),
            new GateOptions(
                folder.resolve("run"),
                new TreeMap<>(),
                2,
                8,
                false,
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty()),
            SILENT,
            Clock.systemUTC())
        .repairs();
  }

  private static Set<Integer> limits(LoopbackModelServer server, String end) {
    return server.requests("/v1/chat/completions").stream()
        .filter(request -> request.body().contains(end))
        .map(request -> JsonValues.object(request.body()).get("max_tokens"))
        .map(limit -> ((Long) limit).intValue())
        .collect(Collectors.toSet());
  }

  private Map<String, RepairPrice> prices() {
    try (RunDirectory.Finished run = RunDirectory.read(folder.resolve("run"))) {
      return run.journal().spent().repairs().entrySet().stream()
          .collect(
              Collectors.toMap(
                  entry -> URLDecoder.decode(entry.getKey(), UTF_8), Map.Entry::getValue));
    }
  }

  @Test
  void aRungsAllowanceReachesTheRequestAndItsLimitIsAFailedRepair() {
    try (Services services = new Services()) {
      services.next.always(LIMITED);
      RunReport report =
          repairs(
              services.config(
                  folder, 2, "notes", "budgets: {writer_tokens: %d}".formatted(ALLOWANCE)));

      assertThat(limits(services.next, "Notes:")).contains(60, 120, 240);
      prices()
          .forEach(
              (cell, price) -> {
                if (cell.contains("/writer=old-model+new-model/")) {
                  int percent = cell.contains("@") ? percent(cell) : 100;
                  assertThat(price.failure()).as(cell).isPresent();
                  assertThat(price.usage().tokensOut())
                      .as(cell)
                      .isEqualTo(ALLOWANCE * percent / 100);
                } else {
                  assertThat(price.failure()).as(cell).isEmpty();
                }
              });
      assertThat(prices()).hasSize(2 * 2 * 6);
      assertThat(report.treatments())
          .filteredOn(t -> t.id().startsWith("notes/old-to-new/repaired-"))
          .hasSize(6)
          .allSatisfy(t -> assertThat(t.price().orElseThrow().failed()).isEqualTo(2))
          .allSatisfy(t -> assertThat(t.metrics().get("accuracy").scored()).isEqualTo(40));
    }
  }

  @Test
  void claimsAreRebuiltWithoutACallAndStayTheirWriters() {
    try (Services services = new Services()) {
      Path config = services.config(folder, 2, "kg-fixed: {schema: nano}");
      RunReport report = repairs(config);

      assertThat(prices())
          .hasSize(2 * 2 * 4)
          .allSatisfy(
              (cell, price) -> {
                assertThat(price.failure()).as(cell).isEmpty();
                if (cell.contains("repaired-rebuild")) {
                  assertThat(price.calls()).isZero();
                  assertThat(price.usage()).isEqualTo(Usage.NONE);
                }
              });
      for (String way : List.of("old-to-new", "new-to-old")) {
        assertThat(accuracy(report, way + "/repaired-rebuild"))
            .as("claims under one schema are the same claims")
            .isEqualTo(accuracy(report, way + "/inherited"))
            .isPositive();
        assertThat(accuracy(report, way + "/repaired-rewrite"))
            .isEqualTo(accuracy(report, way + "/own"));
      }
      long asked = services.askedForAnswers();
      assertThat(repairs(config).treatments())
          .as("the stores open again")
          .isEqualTo(report.treatments());
      assertThat(services.askedForAnswers()).isEqualTo(asked);
    }
  }

  private static double accuracy(RunReport report, String id) {
    return report.treatments().stream()
        .filter(treatment -> treatment.id().equals("kg-fixed/" + id))
        .findFirst()
        .orElseThrow()
        .metrics()
        .get("accuracy")
        .mean()
        .orElseThrow();
  }

  private static int percent(String cell) {
    return Integer.parseInt(cell.substring(cell.indexOf('@') + 1).split("/", 2)[0]);
  }
}
