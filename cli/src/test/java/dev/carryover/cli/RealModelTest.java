package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.cli.local.LocalModel;
import dev.carryover.cli.local.ModelFolder;
import dev.carryover.core.run.HomeFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The upgrade of one real language model to another and back, with the product's own commands. The
 * models come from {@code carryover models pull}; where they were not pulled, nothing is tested.
 */
@Tag("real-model")
class RealModelTest {
  private static final String OLD = "smollm2-135m";
  private static final String NEW = "gemma3-270m";
  private static final int SEED = 41;
  private static final List<String> FORMATS = List.of("notes", "kg-fixed", "rag", "lc-raw");

  private static final String SERVICE =
      """
        %s:
          kind: openai
          url: %s
          model: %s
          use: completion
          constrain: grammar
          form: code
          answer_tokens: 24
          parallel: 2
      """;

  private static final String SIDES =
      """
      old: {model: before, embedder: all-minilm-l6-v2-q}
      new: {model: after, embedder: all-minilm-l6-v2-q}
      budgets: {writer_tokens: 640}
      instrument: 0
      noise: 0
      """;

  @TempDir private static Path shared;
  private static Path file = Path.of("");
  private static Path cache = Path.of("");
  private static Said said = new Said(-1, "", "");
  private static Map<String, Object> report = Map.of();
  private static List<ServedModel> served = List.of();

  @TempDir private Path folder;

  @BeforeAll
  static void upgradeOnce() throws IOException {
    ModelFolder models = new ModelFolder(HomeFolder.models());
    for (String name : List.of(OLD, NEW)) {
      assumeTrue(
          models.has(LocalModel.named(name)),
          name + " was not pulled: './carryover models pull " + OLD + " " + NEW + "' does");
    }
    served = List.of(ServedModel.start(shared, OLD, 0), ServedModel.start(shared, NEW, 0));
    cache = shared.resolve("answers");
    String histories = Excerpts.write(shared.resolve("excerpts"), SEED, 2, 5, 8);
    file =
        write(
            shared.resolve("upgrade.yaml"),
            """
            name: real
            histories: '%s'
            formats:
              - notes: {cap: 100%%, segment: 96}    # an event a call: of more, these models note one
              - kg-fixed: {schema: '%s', limit: 4}
              - rag: {chunk: event, k: 2}
              - lc-raw
            services:
            """
                    .formatted(histories, schema())
                + SERVICE.formatted("before", served.get(0).url(), OLD)
                + SERVICE.formatted("after", served.get(1).url(), NEW)
                + SIDES);
    said = run("gate", "-c", file, "--out", shared.resolve("run"), "--cache", cache);
    report = JsonValues.object(read(shared.resolve("run/report/report.json")));
  }

  @AfterAll
  static void endServers() {
    served.forEach(ServedModel::close);
  }

  private static Path schema() throws IOException {
    try (InputStream in = RealModelTest.class.getResourceAsStream("office-claims.json")) {
      Path schema = shared.resolve("office-claims.json");
      Files.write(schema, Objects.requireNonNull(in).readAllBytes());
      return schema;
    }
  }

  @Test
  void allFourPairsAreMeasuredInEveryFormat() {
    assertThat(said.code()).as(said.out() + said.err()).isIn(0, 1, 3);
    for (String format : FORMATS) {
      Set<String> pairs =
          treatments(format).stream()
              .filter(t -> Set.of("before", "inherited", "own").contains(t.get("treatment")))
              .map(t -> t.get("writer") + " > " + t.get("reader"))
              .collect(Collectors.toSet());
      if (Set.of("notes", "kg-fixed").contains(format)) {
        assertThat(pairs)
            .containsExactlyInAnyOrder(
                "before > before", "before > after", "after > after", "after > before");
      } else {
        // nobody writes, so that two readers of one store are all there is
        assertThat(pairs).hasSize(2);
      }
    }
  }

  @Test
  void bothModelsShowWhoTheyAre() {
    for (String name : List.of("before", "after")) {
      Map<String, Object> facts =
          JsonValues.maps(report.get("identities")).stream()
              .filter(identity -> identity.get("name").equals(name))
              .map(identity -> JsonValues.map(identity.get("facts")))
              .findFirst()
              .orElseThrow();
      assertThat(facts)
          .containsEntry("served_name", name.equals("before") ? OLD : NEW)
          .containsEntry("context_limit", "4096")
          .containsKeys("tokenizer", "greedy");
    }
  }

  @Test
  void everyProbeIsAnsweredAndEveryTokenIsCounted() {
    for (String format : FORMATS) {
      assertThat(treatments(format))
          .allSatisfy(
              treatment -> {
                Map<String, Object> accuracy = accuracy(treatment);
                assertThat(accuracy).containsEntry("failed", 0L).containsEntry("scored", 10L);
              });
    }
    Map<String, Object> cost = JsonValues.map(report.get("cost"));
    assertThat((Long) cost.get("calls")).isGreaterThan(200);
    assertThat((Long) cost.get("tokens_in")).isGreaterThan(10_000);
    assertThat((Long) cost.get("tokens_out")).isGreaterThan(500);
  }

  @Test
  void aMemoryIsBetterThanNone() {
    assertThat(FORMATS)
        .anySatisfy(
            format -> assertThat(mean(format, "before")).isGreaterThan(mean(format, "empty")));
  }

  @Test
  void aSecondRunSendsNothingButTheQuestionsWhoIsThere() {
    List<Long> before = served.stream().map(ServedModel::tokens).toList();
    Path out = folder.resolve("again");
    Said again = run("gate", "-c", file, "--out", out, "--cache", cache);

    assertThat(again.code()).as(again.err()).isEqualTo(said.code());
    Map<String, Object> second = JsonValues.object(read(out.resolve("report/report.json")));
    assertThat(second.get("treatments")).isEqualTo(report.get("treatments"));
    assertThat(second.get("verdict")).isEqualTo(report.get("verdict"));
    for (int i = 0; i < served.size(); i++) {
      // pre-flight and the last look, in both parts: four canaries of about 25 tokens
      assertThat(served.get(i).tokens() - before.get(i)).isLessThan(150);
    }
  }

  @Test
  void anotherModelUnderTheSameAddressStopsTheRunAndIsNamed() {
    String histories = Excerpts.write(folder.resolve("more"), SEED + 50, 4, 20, 60);
    ServedModel first = ServedModel.start(folder, OLD, 0);
    Path config =
        write(
            folder.resolve("changed.yaml"),
            "name: changed\nhistories: '%s'\nformats: [lc-raw]\nservices:\n".formatted(histories)
                + SERVICE.formatted("before", first.url(), OLD)
                + SERVICE.formatted("after", served.get(1).url(), NEW)
                + SIDES);
    Path out = folder.resolve("out");
    Object[] gate = {
      "gate", "-c", config, "--out", out, "--cache", folder.resolve("answers"), "--parallel", "1"
    };
    CompletableFuture<Said> running = CompletableFuture.supplyAsync(() -> run(gate));
    while (!running.isDone() && first.tokens() < 2_000) {
      ServedModel.pause();
    }
    first.close();
    try (ServedModel other = ServedModel.start(folder, NEW, first.port())) {
      Said stopped = running.join();
      assertThat(stopped.code()).as(stopped.out() + stopped.err()).isEqualTo(5);
      assertThat(stopped.err()).contains(OLD, NEW);
      assertThat(other.port()).isEqualTo(first.port());

      Said refused = run(gate);
      assertThat(refused.code()).as(refused.out() + refused.err()).isEqualTo(4);
      assertThat(refused.err()).contains(OLD, NEW);
    }
  }

  private static List<Map<String, Object>> treatments(String format) {
    List<Map<String, Object>> all =
        JsonValues.maps(report.get("treatments")).stream()
            .filter(treatment -> treatment.get("format").equals(format))
            .toList();
    assertThat(all).isNotEmpty();
    return all;
  }

  private static Map<String, Object> accuracy(Map<String, Object> treatment) {
    return JsonValues.map(JsonValues.map(treatment.get("metrics")).get("accuracy"));
  }

  private static double mean(String format, String name) {
    return treatments(format).stream()
        .filter(t -> t.get("treatment").equals(name) && t.get("direction").equals("old-to-new"))
        .mapToDouble(t -> ((Number) accuracy(t).get("mean")).doubleValue())
        .findFirst()
        .orElseThrow();
  }
}
