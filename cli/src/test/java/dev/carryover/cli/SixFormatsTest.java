package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command on the nano models, whose cache is open. */
class SixFormatsTest {
  private static final List<String> FORMATS =
      List.of("lc-raw", "rag", "notes", "kg-fixed", "saved-cache", "cartridge");

  @TempDir private Path folder;

  @Test
  void theDemoEndsWithOneTableOfSixFormatsInBothDirections() {
    Path out = folder.resolve("demo");

    Said demo = run("demo", "--upgrade", "state", "--out", out, "-q");

    assertThat(demo.code()).as(demo.err()).isZero();
    List<String> lines = demo.out().strip().lines().toList();
    assertThat(lines.get(0)).startsWith("accuracy: own, inherited and repaired");
    assertThat(lines.get(1)).matches("format +read by +own +inherited +repaired +by +tokens in.*");
    assertThat(lines.subList(2, 14))
        .extracting(line -> line.split(" ")[0])
        .containsExactlyElementsOf(
            List.of(FORMATS, FORMATS).stream().flatMap(List::stream).toList());
    for (String line : lines.subList(2, 14)) {
      String reader = lines.indexOf(line) < 8 ? "nano-2" : "nano-1";
      String figure = "0\\.\\d{3}|1\\.000";
      boolean state = line.startsWith("saved-cache") || line.startsWith("cartridge");
      assertThat(line)
          .matches(
              "\\S+ +%s +(%s) +(%s) +(%s|-) +.*"
                  .formatted(reader, figure, state ? "incompatible" : figure, figure));
      boolean raw = line.startsWith("lc-raw") || line.startsWith("rag");
      assertThat(line.contains("none needed")).as(line).isEqualTo(raw);
    }
    assertThat(lines.get(14)).startsWith("Seconds here for the repair of a history: cartridge");
    assertThat(read(out.resolve("report/index.html"))).contains("<section id=\"repairs\">");
    assertThat(trained(out)).isBetween(4, 6);
  }

  /** How many cartridges were trained: stores of that format that hold something. */
  private static int trained(Path out) {
    return (int)
        files(out.resolve("stores")).stream()
            .filter(name -> name.startsWith("cartridge-") && name.contains("/content/"))
            .map(name -> name.substring(0, name.indexOf('/')))
            .distinct()
            .count();
  }

  @Test
  void theSilentUpgradeIsRefusedAndByForceItsPriceIsTold() {
    Path file =
        write(
            folder.resolve("silent.yaml"),
            """
            name: silent
            histories: synthetic:nano?count=2&seed=7
            formats: [saved-cache]
            old: {model: nano-1}
            new: {model: nano-1-tuned}
            """);

    Said refused = run("gate", "-c", file, "--out", folder.resolve("refused"), "--json", "-q");
    Said forced =
        run(
            "gate",
            "-c",
            file,
            "--force-same-shape",
            "--out",
            folder.resolve("forced"),
            "--json",
            "-q");

    assertThat(inherited(refused).get("incompatible").toString())
        .contains("nano-1", "nano-1-tuned");
    assertThat(contrasts(refused)).noneMatch(row -> name(row).startsWith("silent-load"));
    assertThat(inherited(forced)).doesNotContainKey("incompatible");
    assertThat(contrasts(forced))
        .filteredOn(row -> name(row).startsWith("silent-load"))
        .hasSize(4)
        .allSatisfy(row -> assertThat((Double) row.get("value")).isNotNegative())
        .filteredOn(row -> name(row).equals("silent-load KL"))
        .allSatisfy(row -> assertThat(row).containsEntry("unit", "nats"));
  }

  @Test
  void aHistoryOverTheModelsContextIsFoundBeforeAnythingIsKept() {
    String text = "the vault of Baban is A22S . ".repeat(300);
    write(
        folder.resolve("long.jsonl"),
        "{\"id\": \"c\", \"messages\": [{\"speaker\": \"\", \"content\": \"" + text + "\"}]}\n");
    write(
        folder.resolve("questions.jsonl"),
        "{\"history\": \"c\", \"question\": \"? vault of Baban\", \"answer\": \"A22S\"}\n");
    Path file =
        write(
            folder.resolve("long.yaml"),
            """
            name: long
            histories: 'jsonl:%s/long.jsonl?questions=%s/questions.jsonl'
            formats: [saved-cache, cartridge]
            old: {model: nano-1}
            new: {model: nano-2}
            """
                .formatted(folder, folder));

    Said said = run("gate", "-c", file, "--out", folder.resolve("long"), "-q");

    assertThat(said.code()).as(said.err()).isEqualTo(4);
    for (String model : List.of("nano-1", "nano-2")) {
      for (String format : List.of("saved-cache", "cartridge")) {
        assertThat(said.err())
            .containsPattern("'" + model + "' has a context of 1024 tokens.*" + format);
      }
    }
  }

  private static String name(Map<String, Object> row) {
    return row.get("name").toString();
  }

  private static List<Map<String, Object>> contrasts(Said said) {
    return JsonValues.maps(JsonValues.object(said.out()).get("contrasts"));
  }

  private static Map<String, Object> inherited(Said said) {
    return JsonValues.maps(JsonValues.object(said.out()).get("treatments")).stream()
        .filter(row -> row.get("id").equals("saved-cache/old-to-new/inherited"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(said.err()));
  }
}
