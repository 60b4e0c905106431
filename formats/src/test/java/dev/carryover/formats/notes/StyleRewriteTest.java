package dev.carryover.formats.notes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoredItem;
import dev.carryover.core.Usage;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel.Written;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StyleRewriteTest {
  private static final String CODE = "Mira Holt has badge QX-4821 today.";
  private static final String PLAIN = "The lift was repaired in the morning.";

  @TempDir private Path folder;

  private StoreFolder stores() {
    return new StoreFolder(folder);
  }

  /** A store with a segment for each text, each with 200 bytes to its share or nearly so. */
  private MemoryStore written(String... texts) {
    return Notes.write(
        Notes.history(texts),
        Integer.toString(Math.max(1, 200 * texts.length)),
        "40",
        TestWriter.ofFirstEvents(),
        stores().target("old"));
  }

  private MemoryStore rewrite(MemoryStore old, TestWriter writer) {
    return rewrite(old, writer, Optional.empty(), "40", 100, 1000);
  }

  private MemoryStore rewrite(
      MemoryStore old,
      TestWriter writer,
      Optional<History> history,
      String segment,
      int percent,
      int tokens) {
    RepairMethod method =
        new NotesProvider().create(Settings.of(Map.of("segment", segment))).repairs().get(0);
    Components components =
        new Components(
            Optional.of(writer),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Allowances(tokens, 1 << 20));
    return method.apply(
        RepairMethod.Job.of(old, history, components, RepairMethod.Rung.percent(percent), 7),
        stores().target("new-" + percent));
  }

  private static List<String> texts(MemoryStore store) {
    return Notes.items(store).stream().map(StoredItem::text).toList();
  }

  private static RewriteReach reach(MemoryStore store) {
    return RewriteReach.of(store.manifest().description().settings()).orElseThrow();
  }

  /** Writes the texts of what it sees behind a mark of its own. */
  private static TestWriter marking(String mark) {
    return TestWriter.as(
        call ->
            Written.of(
                String.join(
                    "\n", call.events().stream().map(e -> "- " + mark + e.text()).toList())));
  }

  @Test
  void everySegmentIsRewrittenFromItsNotesAlone() {
    MemoryStore old = written(CODE, PLAIN);
    TestWriter writer = marking("noted: ");
    History other = Notes.history("A raw history that nobody may look at: ZZ-0000.");

    MemoryStore store = rewrite(old, writer, Optional.of(other), "40", 100, 1000);

    assertThat(texts(store)).containsExactly("- noted: " + CODE, "- noted: " + PLAIN);
    assertThat(writer.calls())
        .flatExtracting(call -> call.events().stream().map(Event::text).toList())
        .containsExactly(CODE, PLAIN);
    assertThat(reach(store)).isEqualTo(new RewriteReach(2, 2, 0));
    assertThat(new StyleRewrite(NotesSettings.from(Settings.NONE)).needsHistory()).isFalse();
  }

  @Test
  void theManifestNamesTheNewWriterAndTheAncestor() {
    MemoryStore old = written(CODE);
    MemoryStore store = rewrite(old, marking(""), Optional.empty(), "40", 50, 1000);

    assertThat(store.manifest().description().ancestor())
        .contains(new Ancestor(old.manifest().sha256(), "style-rewrite 50 %"));
    assertThat(store.manifest().description().writer()).contains(TestWriter.IDENTITY);
    assertThat(store.manifest().description().settings())
        .containsEntry("writer.prompt", "abc123")
        .containsEntry("cap", "200")
        .containsEntry("rewrite.parts", "1");
    assertThat(texts(old)).as("the original stays").containsExactly(CODE);
  }

  @Test
  void anEmptyACutOffAndAnOverlongRewriteKeepTheOldText() throws IOException {
    MemoryStore old = written(CODE, PLAIN);
    for (TestWriter useless :
        List.of(
            TestWriter.of(" \n "),
            TestWriter.ofStopped("- Mira Holt has badge QX-48"),
            TestWriter.of("x".repeat(220)))) {
      MemoryStore store = rewrite(old, useless);

      assertThat(texts(store)).containsExactly(CODE, PLAIN);
      assertThat(reach(store)).isEqualTo(new RewriteReach(2, 0, 0));
      assertThat(Notes.file(store, "segments.jsonl")).contains("\"rewritten\":false");
      assertThat(Notes.file(store, "notes/0001.md")).isEqualTo(Notes.file(old, "notes/0001.md"));
      delete(store);
    }
  }

  @Test
  void aRewriteThatFitsItsShareExactlyIsTaken() {
    String longest = "y".repeat(200);

    assertThat(texts(rewrite(written(CODE), TestWriter.of(longest)))).containsExactly(longest);
  }

  @Test
  void aLostCodeOrNameIsCountedAndNamed() throws IOException {
    MemoryStore old = written(CODE, PLAIN, "Today Odo Fenn has parcel M8KV35.");
    TestWriter forgetful =
        TestWriter.as(
            call ->
                Written.of(
                    call.events()
                        .get(0)
                        .text()
                        .replace("QX-4821", "QX-4822")
                        .replace("Fenn", "F.")));

    MemoryStore store = rewrite(old, forgetful);

    assertThat(reach(store)).isEqualTo(new RewriteReach(3, 3, 2));
    assertThat(Notes.file(store, "segments.jsonl").lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("\"lost_identifiers\":[\"QX-4821\"]"),
            second -> assertThat(second).contains("\"lost_identifiers\":[]"),
            third -> assertThat(third).contains("\"lost_identifiers\":[\"fenn\"]"));
  }

  @Test
  void theAllowanceOfTokensIsTheRungsShareOfTheWriters() {
    TestWriter writer = marking("");
    rewrite(written(CODE, CODE), writer, Optional.empty(), "40", 25, 1000);

    assertThat(writer.calls()).extracting(TestWriter.Call::maxTokens).containsExactly(125, 125);
  }

  @Test
  void withoutATokenNobodyIsAsked() {
    TestWriter writer = marking("");
    MemoryStore store = rewrite(written(CODE, PLAIN), writer, Optional.empty(), "40", 100, 1);

    assertThat(writer.calls()).hasSize(1);
    assertThat(reach(store)).isEqualTo(new RewriteReach(2, 1, 0));
  }

  @Test
  void notesThatWereTakenOverAreRewrittenInPartsOfASegmentsSize() throws IOException {
    Path notes = Files.createDirectories(folder.resolve("notes"));
    Files.writeString(notes.resolve("h.md"), "# the lift\n\n" + (PLAIN + "\n").repeat(4));
    MemoryStore old =
        new NotesImporter()
            .importStores(
                notes.toString(),
                List.of(Notes.history("x")),
                Optional.empty(),
                id -> stores().target("old"))
            .get("h");
    TestWriter writer = TestWriter.as(call -> Written.of("n".repeat(call.maxBytes())));

    MemoryStore store = rewrite(old, writer, Optional.empty(), "80", 100, 1000);

    assertThat(writer.calls()).extracting(call -> call.events().size()).containsExactly(2, 2, 1);
    assertThat(reach(store)).isEqualTo(new RewriteReach(3, 3, 0));
    assertThat(store.manifest().bytes())
        .as("no cap is known of such notes, so that none may grow")
        .isLessThan(old.manifest().bytes() + Files.size(store.content().resolve("segments.jsonl")));
    assertThat(Files.list(store.content().resolve("notes"))).hasSize(1);
  }

  @Test
  void aRewrittenStoreCanBeRewrittenAgainUnderTheSameCap() {
    MemoryStore once = rewrite(written(CODE), marking("one "));
    MemoryStore twice =
        rewrite(once, TestWriter.of("z".repeat(200)), Optional.empty(), "40", 50, 1000);

    assertThat(texts(twice)).containsExactly("z".repeat(200));
  }

  @Test
  void thePartsOfAFileNeverOutgrowItsShareOfTheCapTogether() throws IOException {
    MemoryStore old =
        Notes.write(
            Notes.history(CODE + PLAIN + CODE),
            "300",
            "400",
            TestWriter.of(String.join("\n", CODE, PLAIN, CODE)),
            stores().target("old"));
    TestWriter longest = TestWriter.as(call -> Written.of("z".repeat(call.maxBytes())));

    MemoryStore store = rewrite(old, longest, Optional.empty(), "40", 100, 1000);

    assertThat(longest.calls()).hasSize(3);
    assertThat(reach(store)).isEqualTo(new RewriteReach(3, 3, 2));
    assertThat(String.join("\n", texts(store)).getBytes(UTF_8)).hasSize(300);
    assertThat(Notes.file(store, "segments.jsonl").lines())
        .as("and so the next rewrite keeps to it")
        .allSatisfy(line -> assertThat(line).contains("\"max_bytes\":300"));
  }

  @Test
  void emptyNotesAreNotAskedAbout() {
    TestWriter writer = marking("");
    MemoryStore store = rewrite(written(), writer);

    assertThat(writer.calls()).isEmpty();
    assertThat(reach(store)).isEqualTo(new RewriteReach(0, 0, 0));
  }

  @Test
  void hostileTextIsMadePlain() {
    MemoryStore store =
        rewrite(written(CODE), TestWriter.of("Mira Holt\0 QX-4821 \ud800\r\nhas\u001b[31m"));

    assertThat(texts(store)).containsExactly("Mira Holt\ufffd QX-4821 \ufffd", "has\ufffd[31m");
  }

  @Test
  void whatTheCallsTookIsInTheLineOfTheFile() throws IOException {
    MemoryStore store =
        rewrite(
            written(CODE),
            TestWriter.as(call -> new Written<>(CODE, new Usage(90, 7), false, List.of("hm"))));

    assertThat(Notes.file(store, "segments.jsonl"))
        .contains("\"tokens_in\":90,\"tokens_out\":7", "\"rejected\":[\"hm\"]");
  }

  private static void delete(MemoryStore store) throws IOException {
    try (var files = Files.walk(store.directory())) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
