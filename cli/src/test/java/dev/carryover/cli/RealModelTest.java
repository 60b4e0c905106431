package dev.carryover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Identity;
import dev.carryover.core.report.RunReport.Treatment;
import dev.carryover.core.run.AnswerFolder;
import dev.carryover.reports.ReportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real upgrade between two vendors: SmolLM2-135M to Gemma 3 270M and back, on a llama.cpp server
 * each, as 'models pull' and 'models serve' have them. Skipped where the models were not pulled.
 */
@Tag("real-model")
final class RealModelTest {
  private static final List<String> MODELS = List.of("smollm2-135m", "gemma3-270m");
  private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)");

  /** Of each history so many questions, one a family where it lasts. */
  private static final int QUESTIONS = 4;

  private static final Map<String, CommandProcess> SERVERS = new LinkedHashMap<>();
  private static final Map<String, String> ADDRESSES = new LinkedHashMap<>();

  @TempDir private static Path folder;

  @BeforeAll
  static void serveBoth() throws Exception {
    String list = CommandRuns.run("models", "list").out();
    for (String model : MODELS) {
      assumeTrue(
          list.lines().anyMatch(line -> line.contains(model) && line.endsWith("  pulled")),
          () -> "'" + model + "' is not here: 'carryover models pull " + model + "' fetches it");
    }
    for (String model : MODELS) {
      SERVERS.put(
          model,
          CommandProcess.start(
              folder, List.of(), "models", "serve", model, "--port", "0", "--parallel", "1"));
    }
    for (String model : MODELS) {
      ADDRESSES.put(model, address(SERVERS.get(model)));
    }
    questions();
  }

  @AfterAll
  static void stop() {
    SERVERS.values().forEach(server -> server.signal("TERM"));
  }

  private static String address(CommandProcess server) throws InterruptedException {
    for (int i = 0; i < 1200; i++) {
      Matcher found = LISTENING.matcher(server.said());
      if (found.find()) {
        return found.group(1);
      }
      assertThat(server.isAlive()).as(server.said()).isTrue();
      Thread.sleep(100);
    }
    throw new AssertionError("not up within two minutes: " + server.said());
  }

  /** Histories of the generator, with their first questions only. */
  private static void questions() throws IOException {
    CommandRuns.run("fixtures", "generate", "--to=" + folder, "synthetic:nano?count=2&seed=7");
    Map<String, List<String>> byHistory =
        Files.readAllLines(folder.resolve("questions.jsonl")).stream()
            .collect(
                Collectors.groupingBy(
                    line -> line.substring(0, line.indexOf("\"question\"")),
                    LinkedHashMap::new,
                    Collectors.toList()));
    Files.write(
        folder.resolve("few.jsonl"),
        byHistory.values().stream().flatMap(lines -> lines.stream().limit(QUESTIONS)).toList());
  }

  private static Path migration() {
    String service =
        "{kind: openai, url: \"%s\", use: completion, constrain: grammar, form: code, parallel: 1}";
    return CommandRuns.write(
        folder.resolve("real.yaml"),
        """
        name: real
        histories: jsonl:%s?questions=%s
        formats:
          - notes: {cap: 40%%, segment: 512}
          - kg-fixed: {schema: synthetic-nano, limit: 8}
          - rag: {chunk: event, k: 2}
          - lc-raw
        services:
          smollm2: %s
          gemma3: %s
        old: {model: smollm2, embedder: all-minilm-l6-v2-q}
        new: {model: gemma3, embedder: all-minilm-l6-v2-q}
        """
            .formatted(
                folder.resolve("histories.jsonl"),
                folder.resolve("few.jsonl"),
                service.formatted(ADDRESSES.get(MODELS.get(0))),
                service.formatted(ADDRESSES.get(MODELS.get(1)))));
  }

  @Test
  void theUpgradeIsMeasuredThereAndBackAndASecondRunAsksNobody() {
    Path out = folder.resolve("run");
    Path cache = folder.resolve("answers");
    Said first = CommandRuns.run("gate", "-c", migration(), "--out", out, "--cache", cache);

    assertThat(first.code()).as(first.err()).isIn(0, 1, 3);
    RunReport report = ReportJson.read(out.resolve("report/report.json"));
    everyPairIsMeasured(report);
    whoAnsweredIsKnown(report);
    assertThat(report.cost().tokensIn()).isPositive();
    assertThat(report.treatments())
        .flatExtracting(treatment -> treatment.metrics().values())
        .allSatisfy(figure -> assertThat(figure.failed()).isZero());

    long kept = entries(cache);
    Said second =
        CommandRuns.run(
            "gate", "-c", migration(), "--out", folder.resolve("again"), "--cache", cache);
    assertThat(second.code()).isEqualTo(first.code());
    assertThat(entries(cache)).as("nobody was asked anything new").isEqualTo(kept);
    RunReport again = ReportJson.read(folder.resolve("again/report/report.json"));
    assertThat(again.treatments()).isEqualTo(report.treatments());
    assertThat(again.perHistory()).isEqualTo(report.perHistory());
  }

  private static void everyPairIsMeasured(RunReport report) {
    for (String format : List.of("notes", "kg-fixed")) {
      assertThat(report.treatments())
          .filteredOn(t -> t.format().equals(format) && t.treatment().matches("before|inherited"))
          .extracting(Treatment::writer, Treatment::reader)
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple("smollm2", "smollm2"),
              org.assertj.core.groups.Tuple.tuple("smollm2", "gemma3"),
              org.assertj.core.groups.Tuple.tuple("gemma3", "gemma3"),
              org.assertj.core.groups.Tuple.tuple("gemma3", "smollm2"));
    }
    assertThat(report.treatments())
        .filteredOn(treatment -> treatment.treatment().equals("before"))
        .extracting(Treatment::format)
        .contains("rag", "lc-raw");
    assertThat(report.contrasts()).extracting(RunReport.Contrast::name).contains("H1", "H4a");
  }

  private static void whoAnsweredIsKnown(RunReport report) {
    Map<String, Identity> models =
        report.identities().stream()
            .filter(identity -> identity.kind().equals("model"))
            .collect(Collectors.toMap(Identity::name, identity -> identity));
    assertThat(models).containsOnlyKeys("smollm2", "gemma3");
    for (Identity model : models.values()) {
      assertThat(model.facts()).containsKeys("tokenizer", "context_limit", "greedy");
      assertThat(model.canary()).isPresent();
    }
    assertThat(models.get("smollm2").facts().get("tokenizer"))
        .isNotEqualTo(models.get("gemma3").facts().get("tokenizer"));
  }

  private static long entries(Path cache) {
    try (AnswerFolder answers = AnswerFolder.open(cache)) {
      return answers.contents().entries();
    }
  }

  @Test
  void anotherModelBehindTheAddressIsFoundBeforeAnythingIsAsked() {
    String yaml =
        CommandRuns.read(migration())
            .replace(
                "{kind: openai, url: \"" + ADDRESSES.get("gemma3-270m"),
                "{kind: openai, model: gemma3-270m, url: \"" + ADDRESSES.get("smollm2-135m"));
    Path wrong = CommandRuns.write(folder.resolve("wrong.yaml"), yaml);

    Said said = CommandRuns.run("gate", "-c", wrong, "--out", folder.resolve("wrong"));

    assertThat(said.code()).as(said.err()).isEqualTo(4);
    assertThat(said.err()).contains("gemma3-270m").contains("smollm2-135m");
    assertThat(folder.resolve("wrong/observations.jsonl")).doesNotExist();
  }
}
