package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.testkit.BagOfWordsEmbedder;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Candidates are screened, stopped or sent on to the gate. */
class ScreenCommandTest {
  /** A line on which the others come out as the twenty do, fitted on a great many. */
  private static final String CALIBRATION =
      """
      {"schema": "carryover.calibration/1", "probes": 20, "seed": 7, "runs": ["made up"],
       "formats": {"rag": {"measure": "accuracy", "slope": 1, "intercept": 0, "residual_sd": 0.02,
        "n": 400, "histories": 100, "pairs": 4, "pair_sd": 0.01, "mean_of_twenty": 0.5,
        "squares_of_twenty": 20}}}
      """;

  static final String EMBEDDERS =
      """
      name: pick
      histories: '%s'
      formats: [rag: {k: 4}]
      old: {embedder: bag-a}
      candidates:
        - {name: b, embedder: bag-b}
        - {name: same-again, embedder: bag-b}
      """;

  @TempDir private Path folder;

  @Test
  void threeCandidatesCostTwentyAnswersOfEachHistoryEachAndTheOldSideNone() {
    List<LoopbackModelServer> servers = servers(3, StandIns.overlooking(3));
    try (Services services = new Services()) {
      Path config = config(services, servers, "synthetic:small?count=2");
      Said said = screen(config, "--json");
      Said again = screen(config, "--json");

      assertThat(said.code()).as(said.err()).isIn(0, 1, 3);
      servers.forEach(server -> assertThat(answers(server)).isEqualTo(40));
      assertThat(answers(services.old)).isZero();
      assertThat(asked(said)).containsEntry("answers", 120L).containsEntry("old_answers", 0L);
      assertThat(again.out()).isEqualTo(said.out());
      assertThat(read(folder.resolve("run/report/screen.json"))).isEqualTo(said.out());
      assertThat(folder.resolve("run/stores").toFile().list()).hasSize(2);
    } finally {
      servers.forEach(LoopbackModelServer::close);
    }
  }

  @Test
  void askOldCostsTwentyMoreOnce() {
    List<LoopbackModelServer> servers = servers(2, StandIns.overlooking(3));
    try (Services services = new Services()) {
      Said said =
          screen(config(services, servers, "synthetic:nano?count=2", "ask_old: true"), "--json");

      assertThat(said.code()).as(said.err()).isIn(0, 1, 3);
      assertThat(answers(services.old)).isEqualTo(40);
      assertThat(asked(said)).containsEntry("answers", 80L).containsEntry("old_answers", 40L);
    } finally {
      servers.forEach(LoopbackModelServer::close);
    }
  }

  @Test
  void whatTheOldSideAnsweredHoldsForAllCandidates() {
    String yaml = EMBEDDERS.formatted("synthetic:nano?count=2") + "ask_old: true\n";
    Said said = screen(write(folder.resolve("pick.yaml"), yaml), "--json");

    assertThat(asked(said)).containsEntry("answers", 80L).containsEntry("old_answers", 40L);
    assertThat(oldSide("b")).hasSize(40).isEqualTo(oldSide("same-again"));
  }

  @Test
  void aScreenThatWasStoppedGoesOnWhereItEnded() {
    List<LoopbackModelServer> servers = servers(2, StandIns.overlooking(3));
    try (Services services = new Services()) {
      Path config = config(services, servers, "synthetic:nano?count=2");
      servers.get(1).always(LoopbackBehaviour.reset());
      Said stopped = screen(config);
      servers.get(1).always(LoopbackBehaviour.NORMAL);
      Said done = screen(config, "--json");

      assertThat(stopped.code()).as(stopped.out()).isIn(4, 5);
      assertThat(done.code()).as(done.err()).isIn(0, 1, 3);
      assertThat(answers(servers.get(0))).isEqualTo(40);
      assertThat(asked(done)).containsEntry("answers", 80L);
    } finally {
      servers.forEach(LoopbackModelServer::close);
    }
  }

  @Test
  void aModelThatKnowsNothingIsStopped() {
    List<LoopbackModelServer> servers = servers(1, prompt -> "unknown");
    try (Services services = new Services()) {
      Path config = config(services, servers, "synthetic:nano?count=6");
      Said said = screen(config, "--calibration", calibration(CALIBRATION));

      assertThat(said.code()).as(said.out() + said.err()).isEqualTo(1);
      assertThat(said.out()).contains("all stopped", "0.20 over chance");
    } finally {
      servers.forEach(LoopbackModelServer::close);
    }
  }

  @Test
  void aGateLeavesOutWhatTheScreenAsked() {
    Path config = embedders("synthetic:small?count=2");
    Said screened = screen(config, "--calibration", calibration(CALIBRATION));
    Said gate =
        run(
            "gate",
            "-q",
            "-c",
            config,
            "--candidate",
            "b",
            "--screened",
            folder.resolve("run"),
            "--out",
            folder.resolve("gate"),
            "--json");

    assertThat(screened.code()).as(screened.err()).isIn(0, 1);
    assertThat(gate.code()).as(gate.err()).isIn(0, 1, 3);
    assertThat(cells(folder.resolve("gate")))
        .isNotEmpty()
        .allSatisfy((cell, probes) -> assertThat(probes).isEqualTo(140));
    assertThat(cells(folder.resolve("run/candidates/b")))
        .isNotEmpty()
        .allSatisfy((cell, probes) -> assertThat(probes).isEqualTo(20));
    assertThat(probes(folder.resolve("gate")))
        .doesNotContainAnyElementsOf(probes(folder.resolve("run/candidates/b")));
    assertThat(read(folder.resolve("gate/run.json"))).contains("\"screened.seed\" : \"7\"");
    assertThat(gate.out()).contains("are left out");
  }

  @Test
  void aGateOnOtherHistoriesRefusesTheScreen() {
    screen(embedders("synthetic:nano?count=2"));
    Said gate = gateAfter(embedders("synthetic:small?count=2"));

    assertThat(gate.code()).isEqualTo(2);
    assertThat(gate.err()).contains("chosen for other histories");
  }

  @Test
  void whereEveryProbeWasAskedNothingIsLeftForAGate() {
    Path config = embedders("synthetic:nano?count=2");
    screen(config);
    Said gate = gateAfter(config);

    assertThat(gate.code()).isEqualTo(2);
    assertThat(gate.err()).contains("no question");
  }

  @Test
  void aNewerCalibrationRanksOnlyAndSaysSo() {
    String newer = CALIBRATION.replace("calibration/1", "calibration/2");
    Said said = screen(embedders("synthetic:nano?count=2"), "--calibration", calibration(newer));

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.out()).contains("ranking only", "calibration/2");
  }

  @Test
  void anotherFormatsCalibrationRanksOnlyAndSaysSo() {
    String other = CALIBRATION.replace("\"rag\"", "\"notes\"");
    Said said = screen(embedders("synthetic:nano?count=2"), "--calibration", calibration(other));

    assertThat(said.code()).isEqualTo(3);
    assertThat(said.out()).contains("ranking only", "of other formats (notes)");
  }

  @Test
  void aReportIsRenderedAgainFromTheRunAlone() {
    Said said = screen(embedders("synthetic:nano?count=2"), "--json");
    String page = read(folder.resolve("run/report/index.html"));
    write(folder.resolve("run/report/index.html"), "gone");
    Said again = run("report", folder.resolve("run"), "--json");

    Said part = run("report", folder.resolve("run/candidates/b"));

    assertThat(part.code()).isEqualTo(2);
    assertThat(part.err()).contains("no verdict may rest");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).isEqualTo(said.out());
    assertThat(read(folder.resolve("run/report/index.html"))).isEqualTo(page);
    assertThat(page).contains("<svg", "<title>Candidates side by side</title>", "<table");
  }

  @Test
  void withoutQuestionsTheNeighboursOfStoredTextsAreCompared() {
    Said said = screen(embedders(chats()), "--json");

    assertThat(said.code()).as(said.err()).isEqualTo(3);
    assertThat(asked(said)).containsEntry("answers", 0L);
    assertThat(said.out())
        .contains("\"measure\" : \"overlap@3\"", "never approves")
        .doesNotContain("go-on");
    assertThat(said.out().replaceAll("\\s+", " ")).contains("\"no_op\" : { \"mean\" : 1.0");
  }

  @Test
  void aStoreAndAnUpgradeAreEnough() {
    StringBuilder store = new StringBuilder();
    for (int chat = 0; chat < 2; chat++) {
      for (int i = 0; i < 12; i++) {
        String text = "thing %d of colour %d is in room %d".formatted(i, i % 3, i % 5);
        store.append(
            "{\"id\": \"c%d-%d\", \"history\": \"c%d\", \"text\": \"%s\", \"vector\": %s}\n"
                .formatted(chat, i, chat, text, vector(text)));
      }
    }
    Path file = write(folder.resolve("store.jsonl"), store.toString());
    Said said = screen(embedders(chats()), "--store", "jsonl:" + file);

    assertThat(said.code()).as(said.err()).isEqualTo(3);
    assertThat(said.out()).contains("can warn and rank").doesNotContain("ships");
    assertThat(said.out()).contains("overlap@3 (rag)");
    assertThat(said.out()).containsPattern("b +rag +1\\.000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--calibration nowhere.json | nowhere.json cannot be read",
        "--candidate b | it is for 'carryover gate'",
        "--rollout rewrite | a screen asks the new component on the old store",
      })
  void whatAScreenCannotDoIsRefusedWithTheRemedy(String options, String message) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "screen",
                "-q",
                "-c",
                embedders("synthetic:nano?count=2"),
                "--out",
                folder.resolve("run")));
    words.addAll(List.of((Object[]) options.split(" ")));
    Said said = run(words.toArray());

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains(message);
  }

  @Test
  void aDamagedCalibrationIsRefused() {
    Said said =
        screen(
            embedders("synthetic:nano?count=2"),
            "--calibration",
            calibration(CALIBRATION.substring(0, 100)));

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("no calibration");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void aGateOnCandidatesAsksWhichOne() {
    Path config = embedders("synthetic:nano?count=2");

    assertThat(run("gate", "-q", "-c", config).err()).contains("--candidate");
    assertThat(run("gate", "-q", "-c", config, "--candidate", "x").err())
        .contains("there are b, same-again");
  }

  private Said screen(Path config, Object... more) {
    List<Object> words =
        new ArrayList<>(
            List.of(
                "screen",
                "-q",
                "-c",
                config,
                "--out",
                folder.resolve("run"),
                "--cache",
                folder.resolve("answers")));
    words.addAll(List.of(more));
    return run(words.toArray());
  }

  /** The gate of a candidate, on what its screen left. */
  private Said gateAfter(Path config) {
    return run(
        "gate",
        "-q",
        "-c",
        config,
        "--candidate",
        "b",
        "--screened",
        folder.resolve("run"),
        "--out",
        folder.resolve("gate"));
  }

  private Path embedders(String histories) {
    return write(folder.resolve("pick.yaml"), EMBEDDERS.formatted(histories));
  }

  private Path calibration(String text) {
    return write(folder.resolve("calibration.json"), text);
  }

  /** Two conversations and no question. */
  private String chats() {
    StringBuilder chats = new StringBuilder();
    for (int chat = 0; chat < 2; chat++) {
      List<String> messages = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        messages.add(
            "{\"speaker\": \"Ann\", \"content\": \"%s\"}"
                .formatted(
                    ("thing " + (i * 7 + chat) % 24 + " is in room " + i % 5 + ". ").repeat(8)));
      }
      chats.append(
          "{\"id\": \"c%d\", \"messages\": [%s]}\n".formatted(chat, String.join(", ", messages)));
    }
    return "jsonl:" + write(folder.resolve("chats.jsonl"), chats.toString());
  }

  private static String vector(String text) {
    return Arrays.toString(
        new BagOfWordsEmbedder("bag-a", 256, 1).embed(List.of(text), Purpose.DOCUMENT).get(0));
  }

  private static List<LoopbackModelServer> servers(int count, UnaryOperator<String> answers) {
    List<LoopbackModelServer> servers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      servers.add(
          LoopbackModelServer.open(
              LoopbackService.of(Kind.VLLM)
                  .named("model-" + i)
                  .weights("org/" + i)
                  .answering(answers)));
    }
    return servers;
  }

  private Path config(
      Services services, List<LoopbackModelServer> servers, String histories, String... lines) {
    StringBuilder candidates = new StringBuilder();
    StringBuilder kinds = new StringBuilder();
    for (int i = 0; i < servers.size(); i++) {
      candidates.append("  - {name: c%d, model: m%d, embedder: bag-a}\n".formatted(i, i));
      kinds.append(
          "  m%d: {kind: openai, url: '%s', backoff: 5ms, model: model-%d}\n"
              .formatted(i, servers.get(i).v1(), i));
    }
    return write(
        folder.resolve("candidates.yaml"),
        """
        name: pick
        histories: '%s'
        formats: [rag]
        old: {model: old-model, embedder: bag-a}
        candidates:
        %sservices:
          old-model: {kind: openai, url: '%s', backoff: 5ms, model: loop-old}
        %s%s
        """
            .formatted(histories, candidates, services.old.v1(), kinds, String.join("\n", lines)));
  }

  private static long answers(LoopbackModelServer server) {
    return server.requests("/v1/chat/completions").stream()
        .filter(request -> !request.body().contains("Go on counting"))
        .count();
  }

  private static Map<String, Object> asked(Said said) {
    return JsonValues.map(JsonValues.object(said.out()).get("asked"));
  }

  /** How many probes each cell of a journal has. */
  private static Map<String, Long> cells(Path run) {
    return lines(run).stream()
        .collect(
            Collectors.groupingBy(
                line -> line.replaceAll("^\\{\"cell\":\"([^\"]*)\".*", "$1"),
                Collectors.counting()));
  }

  /** History and probe of every observation. */
  private static List<String> probes(Path run) {
    return lines(run).stream()
        .map(
            line ->
                line.replaceAll(
                    "^\\{\"cell\":\"([^/]*)/[^\"]*\",\"probe\":\"([^\"]*)\".*", "$1 $2"))
        .distinct()
        .toList();
  }

  /** What the old side answered in a candidate's run, with latencies. */
  private List<String> oldSide(String candidate) {
    return lines(folder.resolve("run/candidates").resolve(candidate)).stream()
        .filter(line -> line.contains("query=bag-a"))
        .toList();
  }

  private static List<String> lines(Path run) {
    return read(run.resolve("observations.jsonl"))
        .lines()
        .filter(line -> line.startsWith("{\"cell\""))
        .toList();
  }
}
