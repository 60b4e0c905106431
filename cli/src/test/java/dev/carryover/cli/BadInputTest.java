package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input that cannot be used: a code, one message that names the place, nothing left behind. */
class BadInputTest {
  private static final String CHATS =
      """
      {"id":"c1","messages":[{"speaker":"Ann","content":"I put the kettle in the shed."},{"speaker":"Bob","content":"I put the tent in the attic."}]}
      {"id":"c2","messages":[{"speaker":"Ann","content":"I put the globe in the study."},{"speaker":"Bob","content":"I put the drill in the cellar."}]}
      """;

  private static final String QUESTIONS =
      """
      {"history":"c1","question":"Where is the kettle?","answer":"in the shed","evidence":["0"]}
      {"history":"c1","question":"Where is the tent?","answer":"in the attic","evidence":["1"]}
      {"history":"c2","question":"Where is the globe?","answer":"in the study","evidence":["0"]}
      {"history":"c2","question":"Where is the drill?","answer":"in the cellar","evidence":["1"]}
      """;

  @TempDir private Path folder;
  private Path config = Path.of("");
  private Path chats = Path.of("");
  private Path questions = Path.of("");

  @BeforeEach
  void writeWhatIsGood() {
    chats = write(folder.resolve("chats.jsonl"), CHATS);
    questions = write(folder.resolve("questions.jsonl"), QUESTIONS);
    config =
        write(
            folder.resolve("up.yaml"),
            """
            name: up
            histories: 'jsonl:%s?questions=%s'
            formats: [rag: {chunk: event, k: 1}]
            old: {embedder: bag-a}
            new: {embedder: bag-b}
            """
                .formatted(chats, questions));
  }

  @Test
  void whatIsGoodRuns() {
    assertThat(gate().code()).isEqualTo(3);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "attic.\"}]} | attic.\" | line 1 | ends",
        "\"c2\",\"messages\" | \"c1\",\"messages\" | line 2 | 'c1' was there before",
        "{\"speaker\":\"Ann\",\"content\":\"I put the globe | {\"content\":\"I put the globe | line 2 | speaker",
        "\"id\":\"c2\" | \"id\":{} | line 2 | id",
        "\"content\":\"I put the drill in the cellar.\" | \"content\":null | line 2 | content",
        "{\"id\":\"c2\" | [\"c2\" | line 2 | ",
      })
  void chatsThatCannotBeReadNameTheLine(String find, String instead, String place, String problem) {
    assertThat(CHATS).contains(find);
    write(chats, CHATS.replace(find, instead));

    assertRefused(gate(), "chats.jsonl", place, problem == null ? "" : problem);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"history\":\"c1\",\"question\":\"Where is the tent?\" | {\"history\":\"c9\",\"question\":\"Where is the tent?\" | line 2 | no history 'c9'",
        "\"question\":\"Where is the tent?\" | \"ask\":\"Where is the tent?\" | line 2 | question",
        "\"in the attic\",\"evidence\":[\"1\"] | \"in the attic\",\"evidence\":[\"7\"] | line 2 | evidence '7'",
        "\"in the attic\",\"evidence\":[\"1\"] | \"in the attic\",\"evidence\":[{}] | line 2 | evidence",
      })
  void questionsThatCannotBeUsedNameTheLine(
      String find, String instead, String place, String problem) {
    assertThat(QUESTIONS).contains(find);
    write(questions, QUESTIONS.replace(find, instead));

    assertRefused(gate(), "questions.jsonl", place, problem);
  }

  @Test
  void textThatIsNotUtf8IsRefused() throws IOException {
    Files.write(
        chats,
        CHATS.replace("attic", "grenier \u00e9t\u00e9").getBytes(StandardCharsets.ISO_8859_1));

    assertRefused(gate(), "chats.jsonl", "line 1", "UTF-8");
  }

  @ParameterizedTest
  @CsvSource({"chats.jsonl, jsonl", "talks.json, locomo"})
  void anEmptyFileIsRefused(String name, String source) {
    Path empty = write(folder.resolve(name), "");

    assertRefused(gate("--histories", source + ":" + empty), name, "holds no", "");
  }

  @Test
  void truncatedTalksAreRefused() {
    String whole = Talks.json(3);
    Path talks = write(folder.resolve("talks.json"), whole.substring(0, whole.length() / 2));

    assertRefused(gate("--histories", "locomo:" + talks), "talks.json", "conversation 2", "ends");
  }

  @Test
  void aLineOfManyMegabytesIsRefused() throws IOException {
    try (var writer = Files.newBufferedWriter(chats)) {
      writer.write("{\"id\":\"c1\",\"messages\":[{\"speaker\":\"Ann\",\"content\":\"");
      String block = "a".repeat(1 << 20);
      for (int i = 0; i < 70; i++) {
        writer.write(block);
      }
      writer.write("\"}]}\n");
    }

    assertRefused(gate(), "chats.jsonl", "line 1", "64 MiB");
  }

  @Test
  void whatIsBadIsCountedWhereAskedForAndTheReportSaysSo() {
    write(
        questions,
        QUESTIONS.replace("attic\",\"evidence\":[\"1\"]", "attic\",\"evidence\":[\"7\"]"));

    Said said = gate("--skip-bad", "--json");

    assertThat(said.code()).isEqualTo(3);
    assertThat(JsonValues.object(said.out()).get("limits").toString()).contains("'7'");
    assertThat(said.out()).contains("\"unscored\" : 1");
  }

  @Test
  void questionsWithoutAnswerOrEvidenceAreUnscoredAndNeverMisses() {
    write(
        questions,
        QUESTIONS
            + "{\"history\":\"c1\",\"question\":\"Why?\"}\n{\"history\":\"c2\",\"question\":\"Why?\"}\n");

    Said said = gate("--json");

    var before =
        JsonValues.maps(JsonValues.object(said.out()).get("treatments")).stream()
            .filter(t -> t.get("id").equals("rag/old-to-new/before"))
            .findFirst()
            .orElseThrow();
    var recall = JsonValues.map(JsonValues.map(before.get("metrics")).get("recall@1"));
    assertThat(recall)
        .containsEntry("mean", 1.0)
        .containsEntry("scored", 4L)
        .containsEntry("unscored", 2L);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "\"history\":\"c2\" | \"history\":\"run-of-monday\" | line 3 | 'run-of-monday' is none of the run's",
        "\"id\":\"b\" | \"id\":\"a\" | line 2 | id 'a'",
        "\"events\":[\"1\"] | \"events\":[\"9\"] | line 2 | event '9'",
        "\"text\":\"I put the tent | \"words\":\"I put the tent | line 2 | 'text' is missing",
        "\"vector\":[1.0,0.0, | \"vector\":[1.0, | line 1 | 'vector' has 255 numbers",
        "\"vector\":[1.0,0.0, | \"vector\":[\"x\",0.0, | line 1 | number 1 of 'vector'",
        "\"vector\":[1.0,0.0, | \"vector\":[0.0,0.0, | line 1 | all zeros",
      })
  void aStoreThatCannotBeTakenOverNamesTheLine(
      String find, String instead, String place, String problem) {
    String good = store();
    assertThat(good).contains(find);
    Path store =
        write(
            folder.resolve("store.jsonl"),
            good.replaceFirst(java.util.regex.Pattern.quote(find), instead));

    Said said = gate("--store", "jsonl:" + store);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("store.jsonl").contains(place).contains(problem);
    assertThat(said.err().strip().lines()).hasSize(1);
    assertThat(said.out()).isEmpty();
    assertThat(files(folder.resolve("run")))
        .as("no store is half there")
        .noneMatch(f -> f.contains("stores"));
  }

  @Test
  void vectorsThatAreNotTheOldModelsAreTheFinding() {
    Path store = write(folder.resolve("store.jsonl"), store());

    Said said = gate("--store", "jsonl:" + store);

    assertThat(said.code()).isEqualTo(4);
    assertThat(said.err())
        .contains("Pre-flight found a problem")
        .contains("the stored vectors are not those of 'bag-a'")
        .containsPattern("mean cosine -?0\\.\\d{4}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "margin: 5 | up.yaml:6: 'margin' is '5'",
        "colour: red | up.yaml:6: unknown key 'colour'",
        "margin: [1 | not valid YAML",
      })
  void aMigrationFileThatCannotBeUsedNamesTheLine(String line, String problem) {
    write(config, read(config) + line + "\n");

    assertRefused(gate(), "up.yaml", problem, "; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: transformer, path: nowhere} | tuned | up.yaml:6: 'path' is 'nowhere'",
        "{kind: transformer} | tuned | up.yaml:6: 'path' is ''",
        "{kind: transformer, path: nowhere, devise: gpu} | tuned | 'devise'",
        "{kind: transformer, path: nowhere} | {kind: transformer} | up.yaml:8: 'model' under 'new'",
      })
  void aModelInAFolderThatCannotBeUsedNamesTheLine(String service, String model, String problem) {
    write(
        config,
        """
        name: up
        histories: 'jsonl:%s?questions=%s'
        formats: [lc-raw]

        services:
          tuned: %s
        old: {model: extractive-1}
        new: {model: %s}
        """
            .formatted(chats, questions, service, model));

    assertRefused(gate(), "up.yaml", problem, "; ");
  }

  @Test
  void aFormatThatKeepsACacheNamesTheModelThatHasNone() {
    write(config, read(config).replaceAll("\\[rag.*\\]", "[saved-cache]"));

    assertRefused(gate(), "up.yaml", "that of 'extractive-1' is not open", "nano-1");
  }

  @Test
  void aMigrationFileThatIsNotThereSaysHowToStart() {
    Said missing = run("gate", "-c", folder.resolve("nothing.yaml"));
    Said directory = run("gate", "-c", folder);

    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("--config").contains("nothing.yaml").contains("init");
    assertThat(directory.code()).isEqualTo(2);
  }

  @Test
  void aFolderThatIsNoRunIsRefused() {
    Said said = run("report", folder);

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("is no run directory");
    assertThat(files(folder)).noneMatch(file -> file.contains("report"));
  }

  @Test
  void aDamagedRunIsRefusedAndLeftAsItIs() {
    gate();
    Path journal = folder.resolve("run/observations.jsonl");
    String damaged = read(journal).replaceFirst("\"scored\"", "\"scoreb\"");
    write(journal, damaged);

    Said gate = gate();
    Said report = run("report", folder.resolve("run"));

    assertThat(gate.code()).isEqualTo(2);
    assertThat(gate.err()).contains("observations.jsonl is damaged at line");
    assertThat(report.code()).isEqualTo(2);
    assertThat(read(journal)).isEqualTo(damaged);
  }

  private Said gate(String... more) {
    List<Object> words =
        new java.util.ArrayList<>(
            List.of("gate", "-q", "-c", config, "--out", folder.resolve("run")));
    Collections.addAll(words, (Object[]) more);
    return run(words.toArray());
  }

  private void assertRefused(Said said, String file, String place, String problem) {
    assertThat(said.code()).as(said.out() + said.err()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).startsWith("error: ").contains(file).contains(place).contains(problem);
    assertThat(said.err().strip().lines()).as("one message").hasSize(1);
    assertThat(said.err()).doesNotContain("Exception");
    assertThat(folder.resolve("run")).doesNotExist();
  }

  /** Items whose vectors are along axes, and so nobody's. */
  private static String store() {
    return item("a", "I put the kettle in the shed.", 0, "c1", "0")
        + item("b", "I put the tent in the attic.", 1, "c1", "1")
        + item("c", "I put the globe in the study.", 2, "c2", "0")
        + item("d", "I put the drill in the cellar.", 3, "c2", "1");
  }

  private static String item(String id, String text, int axis, String history, String event) {
    String vector =
        java.util.stream.IntStream.range(0, 256)
            .mapToObj(i -> i == axis ? "1.0" : "0.0")
            .collect(Collectors.joining(","));
    return "{\"id\":\"%s\",\"text\":\"%s\",\"vector\":[%s],\"history\":\"%s\",\"events\":[\"%s\"]}\n"
        .formatted(id, text, vector, history, event);
  }
}
