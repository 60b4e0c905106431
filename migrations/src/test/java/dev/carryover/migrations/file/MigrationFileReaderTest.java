package dev.carryover.migrations.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import dev.carryover.migrations.file.MigrationFile.Instrument;
import dev.carryover.migrations.file.MigrationFile.Mixed;
import dev.carryover.migrations.file.MigrationFile.Repairs;
import dev.carryover.migrations.file.MigrationFile.Side;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a migration file says, and what is said about one that cannot be used. */
class MigrationFileReaderTest {
  private static final String LEAST =
      """
      name: up
      histories: synthetic:nano
      formats: [rag]
      old: {embedder: a}
      new: {embedder: b}
      """;

  @Test
  void aShortFileGetsEveryDefault() {
    MigrationFile file = read(LEAST);

    assertThat(file.name()).isEqualTo("up");
    assertThat(file.histories()).isEqualTo("synthetic:nano");
    assertThat(file.formats()).extracting(FormatChoice::name).containsExactly("rag");
    assertThat(file.formats().get(0).settings()).isEmpty();
    assertThat(file.old()).isEqualTo(new Side("extractive-1", "extractive-1", "a"));
    assertThat(file.next()).isEqualTo(new Side("extractive-1", "extractive-1", "b"));
    assertThat(file.store()).isEmpty();
    assertThat(file.rollout()).isEqualTo("keep");
    assertThat(file.against()).isEqualTo("before");
    assertThat(file.margin()).isEqualTo(0.05);
    assertThat(file.seed()).isEqualTo(7);
    assertThat(file.maxFailed()).isZero();
    assertThat(file.combined()).isFalse();
    assertThat(file.mixed()).isEqualTo(new Mixed(List.of(25, 50, 75), true));
  }

  @Test
  void aFullFileIsReadAsWritten() {
    MigrationFile file =
        read(
            """
            # a comment
            name: A.b-c_9
            histories: 'jsonl:chats.jsonl?questions=q.jsonl'
            formats:
              - rag:
                  k: 4
                  index: hnswlib
              - lc-raw
            old:
              model: one
              embedder: a
            new:
              reader: two
              embedder: b
            combined: true
            store: jsonl:vectors.jsonl
            rollout: mixed-40
            against: both
            margin: 0.1
            seed: -3
            max_failed: 2
            mixed:
              percent: [90, 10, 10]
              query: old
            """);

    assertThat(file.name()).isEqualTo("A.b-c_9");
    assertThat(file.histories()).isEqualTo("jsonl:chats.jsonl?questions=q.jsonl");
    assertThat(file.formats()).extracting(FormatChoice::name).containsExactly("rag", "lc-raw");
    assertThat(file.formats().get(0).settings())
        .containsExactlyInAnyOrderEntriesOf(Map.of("k", "4", "index", "hnswlib"));
    assertThat(file.old()).isEqualTo(new Side("one", "one", "a"));
    assertThat(file.next()).isEqualTo(new Side("extractive-1", "two", "b"));
    assertThat(file.combined()).isTrue();
    assertThat(file.store()).contains("jsonl:vectors.jsonl");
    assertThat(file.rollout()).isEqualTo("mixed-40");
    assertThat(file.against()).isEqualTo("both");
    assertThat(file.margin()).isEqualTo(0.1);
    assertThat(file.seed()).isEqualTo(-3);
    assertThat(file.maxFailed()).isEqualTo(2);
    assertThat(file.mixed()).isEqualTo(new Mixed(List.of(10, 40, 90), false));
  }

  @Test
  void everySettingKnowsItsLine() {
    MigrationFile file =
        read(
            """
            name: up
            histories: synthetic:nano
            formats:
              - lc-raw
              - rag:
                  k: 4
                  index:
                    exact
            old:
              model: one
              embedder: a
            new:
              embedder: b
              model: one
            """);

    assertThat(file.place("histories")).isEqualTo("up.yaml:2");
    assertThat(file.place("old")).isEqualTo("up.yaml:9");
    assertThat(file.place("old.reader")).isEqualTo("up.yaml:10");
    assertThat(file.place("old.embedder")).isEqualTo("up.yaml:11");
    assertThat(file.place("new.embedder")).isEqualTo("up.yaml:13");
    assertThat(file.place("new.reader")).isEqualTo("up.yaml:14");
    assertThat(file.place("margin")).as("not given").isEqualTo("up.yaml");
    assertThat(file.formats().get(0).places()).containsEntry("lc-raw", "up.yaml:4");
    assertThat(file.formats().get(1).places())
        .containsEntry("rag", "up.yaml:5")
        .containsEntry("k", "up.yaml:6");
  }

  @Test
  void aReaderThatIsNotNamedIsPlacedAtItsSide() {
    assertThat(read(LEAST).place("old.reader")).isEqualTo("up.yaml:4");
  }

  @Test
  void optionsTakeThePlaceOfTheFile() {
    String bad = LEAST + "margin: -1\nrollout: never\nagainst: nobody\nseed: x\n";
    Map<String, String> options =
        Map.of(
            "histories", "locomo:x.json",
            "store", "jsonl:s",
            "rollout", "rewrite",
            "against", "own",
            "margin", "0.2",
            "seed", "11");

    MigrationFile file = read(bad, options);

    assertThat(file.histories()).isEqualTo("locomo:x.json");
    assertThat(file.store()).contains("jsonl:s");
    assertThat(file.rollout()).isEqualTo("rewrite");
    assertThat(file.against()).isEqualTo("own");
    assertThat(file.margin()).isEqualTo(0.2);
    assertThat(file.seed()).isEqualTo(11);
    assertThat(file.place("histories")).isEqualTo("--histories");
  }

  @ParameterizedTest
  @MethodSource("badOptions")
  void aBadOptionIsBlamedItself(String key, String value, String remedy) {
    refused(() -> read(LEAST + "seed: 1\n", Map.of(key, value)))
        .startsWith("--" + key + ": ")
        .contains("'" + value + "'")
        .contains(remedy)
        .doesNotContain("up.yaml");
  }

  static Stream<Arguments> badOptions() {
    return Stream.of(
        arguments("rollout", "mixed-0", "mixed-N with N from 1 to 99"),
        arguments("against", "after", "choose one of before, own, both"),
        arguments("margin", "5%", "over 0 and under 1"),
        arguments("seed", "1.5", "whole number"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badLines")
  void anErrorNamesItsLineTheValueAndTheRemedy(String line, String value, String remedy) {
    refused(() -> read(LEAST + "# here:\n" + line + "\n"))
        .startsWith("up.yaml:7: ")
        .contains(value)
        .contains("; ")
        .contains(remedy);
  }

  static Stream<Arguments> badLines() {
    return Stream.of(
        arguments("margins: 0.05", "unknown key 'margins'", "known are name, histories"),
        arguments("margins:\n  a: 1", "unknown key 'margins'", "known are name, histories"),
        arguments("margin: 0", "'0'", "over 0 and under 1"),
        arguments("margin: 1", "'1'", "over 0 and under 1"),
        arguments("margin: -0.1", "'-0.1'", "over 0 and under 1"),
        arguments("margin: .nan", "'.nan'", "over 0 and under 1"),
        arguments("margin: NaN", "'NaN'", "over 0 and under 1"),
        arguments("margin: five", "'five'", "over 0 and under 1"),
        arguments("margin: [0.1]", "'margin' has no plain value", "give it one"),
        arguments("margin:", "'margin' has no plain value", "give it one"),
        arguments("seed: 1e3", "'1e3'", "whole number"),
        arguments("seed: 99999999999999999999", "'99999999999999999999'", "whole number"),
        arguments("max_failed: -1", "'-1'", "whole number from 0"),
        arguments("instrument: -1", "'-1'", "whole number from 0"),
        arguments("noise: some", "'some'", "whole number from 0"),
        arguments("coverage_gate: 1", "'1'", "over 0 and under 1"),
        arguments("max_failed: 0.5", "'0.5'", "whole number from 0"),
        arguments("combined: maybe", "'maybe'", "true, false"),
        arguments("repairs: some", "'some'", "true, false, or a list of names in brackets"),
        arguments("force_same_shape: yes", "'yes'", "true, false"),
        arguments("rollout: mixed-0", "'mixed-0'", "mixed-N with N from 1 to 99"),
        arguments("rollout: mixed-100", "'mixed-100'", "mixed-N with N from 1 to 99"),
        arguments("rollout: mixed-05", "'mixed-05'", "mixed-N with N from 1 to 99"),
        arguments("rollout: Keep", "'Keep'", "choose keep, rewrite"),
        arguments("rollout: inherited", "'inherited'", "choose keep, rewrite"),
        arguments("against: after", "'after'", "before, own, both"),
        arguments("against: {before: own}", "'against' has no plain value", "give it one"),
        arguments("store: {a: b}", "'store' has no plain value", "give it one"),
        arguments("mixed: 50", "'mixed' is not a mapping", "key: value"),
        arguments("mixed: {percent: [0]}", "'0'", "from 1 to 99"),
        arguments("mixed: {percent: [100]}", "'100'", "from 1 to 99"),
        arguments("mixed: {percent: [half]}", "'half'", "from 1 to 99"),
        arguments("mixed: {query: both}", "'both'", "new, old"),
        arguments("mixed: {percents: [50]}", "unknown key 'percents'", "percent, query"),
        arguments("services: {a: b}", "'a' is not a mapping", "key: value"),
        arguments("services: {a: {url: x}}", "service 'a' has no kind", "kind: openai"),
        arguments("services: {a: {kind: k, price_in: 1}}", "one of price_in", "give both"),
        arguments("services: {a: {kind: k, price_in: -1, price_out: 1}}", "'-1'", "dollars"),
        arguments("services: {a: {kind: k, url: [x]}}", "'url' has no plain value", "give it one"),
        arguments("budgets: {reader_bytes: 0}", "'0'", "whole number from 1"),
        arguments("budgets: {writer_tokens: many}", "'many'", "whole number from 1"),
        arguments("budgets: {tokens: 1}", "unknown key 'tokens'", "writer_tokens, reader_bytes"),
        arguments("? [a, b]\n: c", "no plain value", "give it one"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("badReplacements")
  void anErrorInWhatMustBeThereNamesItsLine(String instead, int line, String value, String remedy) {
    String key = instead.substring(0, instead.indexOf(':'));
    String text = LEAST.replaceAll("(?m)^" + key + ":.*$", instead);

    refused(() -> read(text)).startsWith("up.yaml:" + line + ": ").contains(value).contains(remedy);
  }

  static Stream<Arguments> badReplacements() {
    return Stream.of(
        arguments("name: a b", 1, "'a b'", "letters, digits"),
        arguments("name: ../etc", 1, "'../etc'", "letters, digits"),
        arguments("name: .hidden", 1, "'.hidden'", "letters, digits"),
        arguments("name: ''", 1, "''", "letters, digits"),
        arguments("name: [a]", 1, "no plain value", "give it one"),
        arguments("histories: [a]", 2, "no plain value", "give it one"),
        arguments("formats: rag", 3, "'formats' is not a list", "- item"),
        arguments("formats: []", 3, "empty list", "- rag"),
        arguments("formats: [rag, lc-raw, rag]", 3, "'rag' is listed twice", "keep one"),
        arguments("formats: [{rag: {}, lc-raw: {}}]", 3, "2 names", "- rag:"),
        arguments("formats: [rag: {k: [8]}]", 3, "'k' has no plain value", "give it one"),
        arguments("formats: [rag: 8]", 3, "'rag' is not a mapping", "key: value"),
        arguments(
            "formats:\n  - lc-raw\n  - rag:\n      k: 8\n      k: 9",
            7,
            "'k' is given twice",
            "keep one"),
        arguments("old: a", 4, "'old' is not a mapping", "key: value"),
        arguments("old: {model: {kind: k}}", 4, "'model' under 'old' is not a name", "services"),
        arguments("old: {}", 4, "'old' has no embedder", "name one"),
        arguments("old:\n  model: m", 4, "'old' has no embedder", "name one"),
        arguments(
            "old:\n  model: m\n  embeder: a",
            6,
            "unknown key 'embeder' under 'old'",
            "model, writer, reader, embedder"),
        arguments("old: {embedder: a, model: m, reader: r}", 4, "'model' and 'reader'", "keep one"),
        arguments("new: {embedder: a}", 5, "old and new are the same", "change the model or"),
        arguments(
            "new: {embedder: b, model: m}",
            5,
            "both the model and the embedder",
            "combined: true"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "histories", "formats", "old", "new"})
  void whatMustBeThereIsMissed(String key) {
    refused(() -> read(LEAST.replaceAll("(?m)^" + key + ":.*\n", "")))
        .startsWith("up.yaml: '" + key + "' is missing; ");
  }

  @Test
  void aKeyThatIsGivenTwiceIsRefusedAtTheSecond() {
    refused(() -> read(LEAST + "name: other\n"))
        .isEqualTo("up.yaml:6: 'name' is given twice; keep one of them");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# nothing but a comment\n", "---\n"})
  void anEmptyFileSaysHowToStart(String text) {
    refused(() -> read(text)).startsWith("up.yaml").contains("empty").contains("carryover init");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- a\n- b\n", "just words\n"})
  void aFileThatIsNoMappingIsRefused(String text) {
    refused(() -> read(text)).startsWith("up.yaml:1: ").contains("not a mapping");
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    byte[] latin1 = (LEAST + "# caf\u00e9\n").getBytes(StandardCharsets.ISO_8859_1);
    byte[] utf16 = LEAST.getBytes(StandardCharsets.UTF_16LE);

    refused(() -> MigrationFileReader.read("up.yaml", latin1, Map.of()))
        .startsWith("up.yaml:6: ")
        .contains("not UTF-8")
        .contains("save it as UTF-8");
    refused(() -> MigrationFileReader.read("up.yaml", utf16, Map.of())).startsWith("up.yaml:1: ");
  }

  @Test
  void aByteOrderMarkAndWindowsLineEndsAreNoProblem() {
    MigrationFile file = read("\uFEFF" + LEAST.replace("\n", "\r\n"));

    assertThat(file.name()).isEqualTo("up");
    assertThat(file.place("new")).isEqualTo("up.yaml:5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\tseed: 1",
        "seed: 'open",
        "seed: [1, 2",
        "seed: 1: 2",
        "seed: @x",
        "  seed: 1",
        "seed: \u0001"
      })
  void whatIsNoYamlIsRefusedWithItsLine(String line) {
    refused(() -> read(LEAST + line + "\n"))
        .matches("up\\.yaml:[67]: not valid YAML: .*; (check indentation.*|remove it)");
  }

  @Test
  void secondDocumentsAreRefusedWithTheirLine() {
    refused(() -> read(LEAST + "---\nname: second\n")).startsWith("up.yaml:6: not valid YAML");
  }

  @Test
  void changingBothTogetherIsAllowedWhenSaid() {
    MigrationFile file =
        read(LEAST.replace("{embedder: b}", "{embedder: b, model: m}") + "combined: true\n");

    assertThat(file.next()).isEqualTo(new Side("m", "m", "b"));
  }

  @Test
  void repairsAreAllNoneOrSomeByName() {
    assertThat(read(LEAST).repairs().wants("re-embed")).isFalse();
    assertThat(read(LEAST + "repairs: false\n").repairs()).isEqualTo(Repairs.NONE);
    assertThat(read(LEAST + "repairs: true\n").repairs().wants("re-embed")).isTrue();
    assertThat(read(LEAST + "repairs: [b, a, b]\n").repairs())
        .isEqualTo(new Repairs(false, List.of("a", "b")));
  }

  @Test
  void theInstrumentIsCheckedOnTwelveHistoriesUnlessTheFileSaysOtherwise() {
    assertThat(read(LEAST).instrument()).isEqualTo(new Instrument(12, 16, 0.6));
    assertThat(read(LEAST + "instrument: 0\nnoise: 8\ncoverage_gate: 0.9\n").instrument())
        .isEqualTo(new Instrument(0, 8, 0.9));
  }

  @Test
  void aFormatMayBeRunOnPartOfTheHistories() {
    MigrationFile file =
        read(LEAST.replaceFirst("formats: .*", "formats: [rag: {k: 3, histories: 2}]"));

    assertThat(file.formats().get(0).histories()).hasValue(2);
    assertThat(file.formats().get(0).settings()).containsOnlyKeys("k");
    assertThat(read(LEAST).formats().get(0).histories()).isEmpty();
    refused(() -> read(LEAST.replaceFirst("formats: .*", "formats: [rag: {histories: none}]")))
        .contains("up.yaml:3: 'histories' is 'none'");
  }

  private static MigrationFile read(String text) {
    return read(text, Map.of());
  }

  private static MigrationFile read(String text, Map<String, String> options) {
    return MigrationFileReader.read("up.yaml", text.getBytes(StandardCharsets.UTF_8), options);
  }

  private static org.assertj.core.api.AbstractStringAssert<?> refused(ThrowingCallable read) {
    return assertThatThrownBy(read)
        .isInstanceOf(ConfigException.class)
        .extracting(Throwable::getMessage, org.assertj.core.api.InstanceOfAssertFactories.STRING);
  }
}
