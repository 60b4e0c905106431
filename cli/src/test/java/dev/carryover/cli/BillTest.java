package dev.carryover.cli;

import static dev.carryover.cli.Services.gate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What will it cost, and no more than that. */
class BillTest {
  private static final String FORMATS = "{notes: {cap: 100%}}, kg-fixed";

  @TempDir private Path folder;
  private final Services services = new Services();

  @AfterEach
  void close() {
    services.close();
  }

  @Test
  void aDryRunSendsNothingAndPrintsCallsTokensAndDollars() {
    Path config = services.config(folder, 2, FORMATS);

    Said said = gate(folder, config, "--dry-run");

    assertThat(said.code()).isZero();
    assertThat(said.out().lines().map(line -> line.replaceAll(" {2,}", "|")).toList())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("service|calls|tokens in|tokens out|dollars"),
            line ->
                assertThat(line).matches("new-model\\|[\\d,]+\\|[\\d,]+\\|[\\d,]+\\|\\d\\.\\d\\d"),
            line ->
                assertThat(line).matches("old-model\\|[\\d,]+\\|[\\d,]+\\|[\\d,]+\\|\\d\\.\\d\\d"),
            line -> assertThat(line).startsWith("total|"),
            line -> assertThat(line).startsWith("At most: "));
    assertThat(services.old.requests()).isEmpty();
    assertThat(services.next.requests()).isEmpty();
    assertThat(CommandRuns.files(folder)).containsExactly("upgrade.yaml");
  }

  @Test
  void asJsonItIsOneObjectAndTheRunStaysBelowIt() {
    Path config = services.config(folder, 2, FORMATS);

    Said said = gate(folder, config, "--dry-run", "--json");
    gate(folder, config);

    Map<String, Object> bill = JsonValues.object(said.out());
    List<Map<String, Object>> rows = JsonValues.maps(bill.get("services"));
    Map<String, Object> total = JsonValues.map(bill.get("total"));
    assertThat(rows)
        .extracting(row -> row.get("service"))
        .containsExactly("new-model", "old-model");
    for (String figure : List.of("calls", "tokens_in", "tokens_out")) {
      assertThat(rows.stream().mapToLong(row -> (Long) row.get(figure)).sum())
          .isEqualTo(total.get(figure));
    }
    assertThat((Double) total.get("dollars"))
        .isCloseTo(
            ((Long) total.get("tokens_in") + 2 * (Long) total.get("tokens_out")) / 1e6,
            within(1e-9));
    assertThat(services.askedForAnswers()).isLessThanOrEqualTo((Long) total.get("calls"));
  }

  @Test
  void withoutPricesThereAreTokensAndNoDollars() {
    Path config = services.config(folder, "synthetic:nano?count=1", FORMATS, "");

    assertThat(gate(folder, config, "--dry-run").out()).contains("no price");
    assertThat(gate(folder, config, "--dry-run", "--json").out()).doesNotContain("dollars");
  }

  @Test
  void whereNobodyIsAskedItSaysSo() {
    Path config =
        CommandRuns.write(
            folder.resolve("built-in.yaml"),
            """
            name: built-in
            histories: synthetic:nano?count=1
            formats: [notes]
            old: {model: extractive-1}
            new: {model: extractive-2}
            """);

    assertThat(gate(folder, config, "--dry-run").out()).startsWith("No service is asked");
  }

  @Test
  void aRunStopsBeforeItCostsMoreAndGoesOnWithMoreAskingOnlyTheRest() {
    Path config = services.config(folder, 2, "{notes: {cap: 100%}}", "noise: 0");
    Path other = folder.resolve("other");
    Said whole = gate(other.resolve("run"), other.resolve("answers"), config, "--json");
    long all = services.askedForAnswers();

    Said stopped = gate(folder, config, "--max-cost", "0.0035");
    long first = services.askedForAnswers() - all;
    Said resumed = gate(folder, config, "--json", "--max-cost", "1");
    long both = services.askedForAnswers() - all;

    assertStopped(stopped);
    assertThat(first).isBetween(20L, all - 20);
    assertThat(first * 13e-6).as("dollars").isLessThanOrEqualTo(0.0035);
    assertThat(both).as("nothing was paid for twice").isEqualTo(all);
    assertThat(resumed.code()).isEqualTo(whole.code());
    assertThat(Services.withoutRun(resumed.out())).isEqualTo(Services.withoutRun(whole.out()));
  }

  @Test
  void aWriterThatIsStoppedIsNotPaidTwiceEither() {
    Path config = services.config(folder, 2, "kg-fixed");

    Path other = folder.resolve("other");
    gate(other.resolve("run"), other.resolve("answers"), config);
    long all = claims();

    Said stopped = gate(folder, config, "--max-cost", "0.005");
    long first = claims() - all;
    gate(folder, config, "--max-cost", "1");

    assertStopped(stopped);
    assertThat(first).isBetween(2L, all - 2);
    assertThat(claims()).isEqualTo(2 * all);
  }

  private long claims() {
    return Stream.of(services.old, services.next)
        .flatMap(server -> server.requests("/v1/chat/completions").stream())
        .filter(request -> request.body().contains("Claims:"))
        .count();
  }

  private static void assertStopped(Said said) {
    assertThat(said.code()).as(said.err()).isEqualTo(5);
    assertThat(said.out()).isEmpty();
    assertThat(said.err())
        .contains("raise the limit (--max-cost) to go on")
        .contains("Everything so far is kept; the same command goes on.");
  }

  @Test
  void aLimitNeedsPricesAndDollars() {
    Path config = services.config(folder, "synthetic:nano?count=1", FORMATS, "");
    Said unpriced = gate(folder, config, "--max-cost", "1");
    Said negative = gate(folder, config, "--max-cost", "-1");
    Said words = gate(folder, config, "--max-cost", "a lot");

    assertThat(unpriced.code()).isEqualTo(2);
    assertThat(unpriced.err())
        .containsPattern("upgrade.yaml:\\d+: --max-cost is given, and service 'new-model'")
        .contains("give price_in and price_out");
    assertThat(negative.code()).isEqualTo(2);
    assertThat(negative.err()).contains("--max-cost: is '-1'");
    assertThat(words.code()).isEqualTo(2);
    assertThat(services.asked()).isZero();
  }
}
