package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The command that decides, from its options to its exit code. */
class GateCommandTest {
  /** The built-in models on small talks, one turn a chunk and two in view. */
  private static final String REAL =
      """
      name: real
      histories: %s
      formats: [rag: {chunk: event, k: 2}]
      old: {embedder: all-minilm-l6-v2-q}
      new: {embedder: e5-small-v2-q}
      mixed: {percent: 50}
      margin: 0.1
      """;

  private static final String BAGS =
      REAL.replace("all-minilm-l6-v2-q", "bag-a").replace("e5-small-v2-q", "bag-b");

  @TempDir private static Path shared;
  private static String talks = "";

  /** The built-in models, asked once for all tests that only look. */
  private static Path run = Path.of("");

  private static Said said = new Said(-1, "", "");

  @TempDir private Path folder;

  @BeforeAll
  static void gateOnce() {
    talks = Talks.write(shared, 8);
    run = shared.resolve("run");
    Path file = write(shared.resolve("real.yaml"), REAL.formatted(talks));
    said = run("gate", "-c", file, "--out", run, "--margin", "0.02");
  }

  @Test
  void oldVectorsUnderANewModelRegress() {
    assertThat(said.code()).as(said.out() + said.err()).isEqualTo(1);
    assertThat(said.out())
        .contains("Verdict: REGRESSED")
        .contains("recall@2")
        .contains("Report: " + run.resolve("report/index.html"));
    assertThat(said.err()).contains("loading all-minilm-l6-v2-q ...").contains("100 %");
  }

  @Test
  void nothingButTextIsPrintedWhereNobodyAsksForColour() {
    assertThat(said.out() + said.err())
        .matches(text -> text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n'));
  }

  @Test
  void aRewriteThatLosesNothingIsPreserved() {
    // the same folder of models, another rollout: another plan in another folder
    Path file = write(folder.resolve("real.yaml"), REAL.formatted(talks));

    Said rewrite =
        run("gate", "-c", file, "--rollout", "rewrite", "--out", folder.resolve("run"), "-q");

    assertThat(rewrite.code()).as(rewrite.out()).isZero();
    assertThat(rewrite.out()).contains("Verdict: PRESERVED");
    assertThat(rewrite.err()).as("quiet").isEmpty();
  }

  @Test
  void theReportOfBuiltInModelsIsComplete() {
    assertThat(files(run))
        .contains(
            "run.json",
            "observations.jsonl",
            "deviations.md",
            "report/index.html",
            "report/report.json",
            "report/report.md",
            "report/junit.xml");
    assertThat(files(run)).noneMatch(file -> file.endsWith(".tmp"));
  }

  @Test
  void junitXmlCanBeReadAndCountsTheFailure() throws Exception {
    Document junit =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(read(run.resolve("report/junit.xml")))));

    assertThat(junit.getElementsByTagName("testcase").getLength()).isPositive();
    assertThat(junit.getElementsByTagName("failure").getLength()).isPositive();
  }

  @Test
  void theSameCommandShowsAFinishedRunAgain() {
    Path file = write(folder.resolve("real.yaml"), REAL.formatted(talks));
    String journal = read(run.resolve("observations.jsonl"));

    Said again = run("gate", "-c", file, "--out", run, "--margin", "0.02", "-q");

    assertThat(again.code()).isEqualTo(1);
    assertThat(again.out()).isEqualTo(said.out());
    assertThat(read(run.resolve("observations.jsonl"))).isEqualTo(journal);
  }

  @Test
  void aRunIsRenderedAgainFromItsJournalAlone() throws Exception {
    Path copy = folder.resolve("copy");
    for (String file : files(run)) {
      if (!file.startsWith("report") && !file.startsWith("stores")) {
        Files.createDirectories(copy.resolve(file).getParent());
        Files.copy(run.resolve(file), copy.resolve(file));
      }
    }

    Said report = run("report", copy, "--json");

    assertThat(report.code()).as("whatever the verdict").isZero();
    assertThat(report.err()).isEmpty();
    assertThat(withoutRun(report.out()))
        .isEqualTo(withoutRun(read(run.resolve("report/report.json"))));
    assertThat(report.out()).isEqualTo(read(copy.resolve("report/report.json")));
  }

  @Test
  void jsonIsOneObjectAndTheSameAsTheFile() {
    Path file = write(folder.resolve("bags.yaml"), BAGS.formatted(talks));

    Said json = run("gate", "-c", file, "--json", "--out", folder.resolve("run"));

    assertThat(JsonValues.object(json.out())).containsKey("verdict");
    assertThat(json.out()).isEqualTo(read(folder.resolve("run/report/report.json")));
    assertThat(json.err()).as("progress goes elsewhere").contains("loading bag-a");
  }

  @Test
  void twoRunsOfOnePlanDifferInNothingButRun() {
    Path elsewhere = folder.resolve("elsewhere");
    assertThat(elsewhere.toFile().mkdirs()).isTrue();
    Path one = write(folder.resolve("one.yaml"), BAGS.formatted(talks));
    Path two = write(elsewhere.resolve("two.yaml"), BAGS.formatted(Talks.write(elsewhere, 8)));

    run("gate", "-c", one, "--out", folder.resolve("one"), "-q");
    run("gate", "-c", two, "--out", folder.resolve("two"), "-q", "--parallel", "1");

    assertThat(withoutRun(read(folder.resolve("one/report/report.json"))))
        .isEqualTo(withoutRun(read(folder.resolve("two/report/report.json"))));
    assertThat(stores(folder.resolve("one"))).isNotEmpty().isEqualTo(stores(folder.resolve("two")));
  }

  @Test
  void theTranscriptAloneHoldsByConstruction() {
    Path file =
        write(
            folder.resolve("raw.yaml"),
            """
            name: raw
            histories: synthetic:nano?count=2
            formats: [lc-raw]
            old: {model: overlap, embedder: bag-a}
            new: {model: overlap, embedder: bag-b}
            """);

    Said raw = run("gate", "-c", file, "--out", folder.resolve("run"));

    assertThat(raw.code()).isZero();
    assertThat(raw.out()).contains("the same memory read the same way");
  }

  @Test
  void builtInModelsAnswerOnNanoHistories() {
    Path file =
        write(
            folder.resolve("nano.yaml"),
            REAL.formatted("synthetic:nano?count=3")
                .replace("{embedder", "{model: overlap, embedder"));

    Said nano = run("gate", "-c", file, "--json", "-q", "--out", folder.resolve("run"));

    Map<String, Object> report = JsonValues.object(nano.out());
    assertThat(nano.code()).as(nano.err()).isIn(1, 3);
    assertThat(JsonValues.map(report.get("verdict"))).containsEntry("measure", "accuracy");
    assertThat(JsonValues.maps(report.get("gates")))
        .filteredOn(gate -> gate.get("name").equals("rag: no-op changes nothing"))
        .singleElement()
        .satisfies(gate -> assertThat(gate).containsEntry("passed", true));
    assertThat(JsonValues.maps(report.get("spaces"))).isNotEmpty();
  }

  @Test
  void tooFewHistoriesAreInconclusiveOrNotMeasurable() {
    String four = Talks.write(folder, 4);
    String one = "synthetic:nano?count=1";
    Path file = write(folder.resolve("bags.yaml"), BAGS.formatted(four));

    Said few =
        run("gate", "-c", file, "--rollout", "rewrite", "--out", folder.resolve("few"), "-q");
    Path single =
        write(
            folder.resolve("one.yaml"),
            BAGS.formatted(one).replace("{embedder", "{model: overlap, embedder"));
    Said alone = run("gate", "-c", single, "--out", folder.resolve("one"), "-q");

    assertThat(few.code()).isEqualTo(3);
    assertThat(few.out()).contains("INCONCLUSIVE");
    assertThat(alone.code()).isEqualTo(3);
    assertThat(alone.out()).contains("NOT MEASURABLE").contains("one history");
  }

  @Test
  void twoNamesForOneSpaceStopBeforeTheStart() {
    Path file =
        write(
            folder.resolve("same.yaml"),
            REAL.formatted(talks).replace("all-minilm-l6-v2-q", "e5-in-disguise"));

    Said gate = run("gate", "-c", file, "--out", folder.resolve("run"), "-q");
    Said doctor = run("doctor", "-c", file, "-q");

    assertThat(gate.code()).isEqualTo(4);
    assertThat(doctor.code()).isEqualTo(4);
    assertThat(gate.err())
        .startsWith("Pre-flight found a problem:")
        .contains("'e5-in-disguise' and 'e5-small-v2-q' are one vector space under two names")
        .contains("name two different embedding models");
    assertThat(doctor.err()).isEqualTo(gate.err());
    assertThat(gate.out()).isEmpty();
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void aServiceThatIsAwayStopsWithFiveAndKeepsWhatThereIs() {
    Path file =
        write(folder.resolve("broken.yaml"), BAGS.formatted(talks).replace("bag-b", "broken"));

    Said stopped = run("gate", "-c", file, "--out", folder.resolve("run"), "-q");

    assertThat(stopped.code()).isEqualTo(5);
    assertThat(stopped.err())
        .contains("the service behind 'broken' is away")
        .contains("Everything so far is kept; the same command goes on.");
    assertThat(files(folder.resolve("run")))
        .contains("observations.jsonl")
        .noneMatch(f -> f.startsWith("report"));
    assertThat(run("report", folder.resolve("run")).out())
        .contains("NOT MEASURABLE", "not finished");
  }

  @Test
  void anotherPlanInTheSameFolderIsRefused() {
    Path file = write(folder.resolve("real.yaml"), REAL.formatted(talks));
    List<String> before = files(run);

    Said other = run("gate", "-c", file, "--out", run, "--margin", "0.2", "-q");

    assertThat(other.code()).isEqualTo(2);
    assertThat(other.err())
        .contains("holds another plan: margin is 0.02 there and 0.2 now")
        .contains("--out");
    assertThat(files(run)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--margin 2 | --margin: 'margin' is '2'",
        "--rollout mixed-0 | --rollout: 'rollout' is 'mixed-0'",
        "--against after | --against: 'against' is 'after'",
        "--seed x | --seed: 'seed' is 'x'",
        "--parallel 0 | --parallel: is 0",
        "--histories locomo:nowhere.json | nowhere.json",
        "--histories synthetic:nano?count=x | --histories: 'count' is 'x'",
        "--store jsonl:nowhere.jsonl | --store: there is no file 'nowhere.jsonl'",
        "--store nonsense | --store: 'store' is 'nonsense'",
        "--force-same-shape | --force-same-shape: no format under test keeps a cache",
      })
  void anOptionThatCannotBeUsedIsNamed(String options, String message) {
    Path file = write(folder.resolve("bags.yaml"), BAGS.formatted(talks));
    String[] words =
        ("gate -q -c " + file + " --out " + folder.resolve("run") + " " + options).split(" ");

    Said refused = run((Object[]) words);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).startsWith("error: ").contains(message).contains("; ");
    assertThat(refused.err().strip().lines()).hasSize(1);
    assertThat(folder.resolve("run")).doesNotExist();
  }

  @Test
  void colourIsUsedOnlyWhereItIsAskedFor() {
    Said always = run("report", run, "--color", "always");
    Said never = run("report", run, "--color=never");

    assertThat(always.out()).contains("\u001b[1;31mVerdict: REGRESSED\u001b[0m");
    assertThat(never.out()).doesNotContain("\u001b");
    assertThat(always.out().replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(never.out());
  }

  @Test
  void theDemoRunsWhollyAndReachesAVerdict() {
    Said demo = run("demo", "--upgrade", "embedder", "--out", folder.resolve("demo"), "-q");

    assertThat(demo.code()).as(demo.err()).isZero();
    assertThat(demo.out()).contains("Verdict: REGRESSED").doesNotContain("control FAILED");
    assertThat(files(folder.resolve("demo"))).contains("report/index.html");
  }

  private static Map<String, Object> withoutRun(String json) {
    Map<String, Object> report = new LinkedHashMap<>(JsonValues.object(json));
    report.remove("run");
    return report;
  }

  private static Map<String, String> stores(Path run) {
    Map<String, String> manifests = new LinkedHashMap<>();
    for (String file : files(run.resolve("stores"))) {
      if (file.endsWith("manifest.json")) {
        manifests.put(file, read(run.resolve("stores").resolve(file)));
      }
    }
    return manifests;
  }
}
