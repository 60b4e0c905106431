package dev.carryover.studies.portability;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Reply;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.report.Findings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The folders of a study whose answers are those of a table: how many of 20 were right. */
final class MadeStudy {
  private static final int PROBES = 20;
  private static final int RIGHT = 9;

  private final List<String[]> rows = new ArrayList<>();

  /** The study of {@code made-study.csv}. */
  MadeStudy() {
    try (var table =
        Objects.requireNonNull(MadeStudy.class.getResourceAsStream("made-study.csv"))) {
      new String(table.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split(","))
          .forEach(rows::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with other counts in the row that begins with these words. */
  MadeStudy with(String row, String right) {
    String[] found =
        rows.stream()
            .filter(cells -> String.join(",", cells).startsWith(row))
            .findFirst()
            .orElseThrow();
    found[RIGHT] = right;
    return this;
  }

  /** The same without a part, as if the study had been stopped before it. */
  MadeStudy without(String part) {
    rows.removeIf(cells -> cells[0].equals(part));
    return this;
  }

  /** What the study finds in a folder that is filled with this. */
  Findings findings(Path folder) {
    Map<String, List<String[]>> parts = new LinkedHashMap<>();
    rows.forEach(row -> parts.computeIfAbsent(row[0], part -> new ArrayList<>()).add(row));
    parts.forEach((part, some) -> write(folder.resolve(part), some));
    Map<String, String> settings = new HashMap<>();
    settings.put("histories", "6");
    settings.put("calibration", "3");
    settings.put("margin", "5");
    settings.put("seed", "1");
    settings.put("old.reader", "a");
    settings.put("new.reader", "b");
    return new PortabilityStudy().analyse(Settings.of(settings), folder);
  }

  private static void write(Path folder, List<String[]> rows) {
    Plan plan = plan(rows);
    RunRecord record =
        new RunRecord(
            RunRecord.SCHEMA,
            "made",
            Status.RUNNING,
            new TreeMap<>(),
            new TreeMap<>(),
            plan,
            List.of(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new RunRecord.Clock("then", "now", 1, "host", "java"),
            List.of());
    try (RunDirectory directory = RunDirectory.open(folder, record)) {
      for (String[] row : rows) {
        directory.journal().append(observations(row, plan), Spent.NOTHING);
      }
      directory.update(r -> r.with(Status.FINISHED, r.clock(), r.looks()));
    }
  }

  private static Plan plan(List<String[]> rows) {
    int histories = counts(rows.get(0)).length;
    return new Plan(
        IntStream.range(0, histories).mapToObj(MadeStudy::history).toList(),
        rows.stream().map(row -> row[1]).distinct().map(MadeStudy::format).toList(),
        rows.stream()
            .map(row -> new PlannedTreatment(row[1], row[2], row[3], Optional.of(cell(row))))
            .toList(),
        new Plan.Rule("keep", List.of("before"), 0.05, 0),
        7);
  }

  private static PlannedFormat format(String name) {
    return new PlannedFormat(
        name,
        new TreeMap<>(),
        name.equals("rag") ? OptionalInt.of(8) : OptionalInt.empty(),
        Optional.of("accuracy"));
  }

  private static Cell cell(String[] row) {
    EvidenceMode evidence =
        Arrays.stream(EvidenceMode.values())
            .filter(mode -> mode.label().equals(row[4]))
            .findFirst()
            .orElseThrow();
    String treatment = row[3].startsWith("mixed") ? row[3] : Cell.AS_WRITTEN;
    return new Cell(
        Plan.ANY_HISTORY, row[1], row[5], row[6], row[7], row[8], treatment, evidence, 0);
  }

  private static List<Observation> observations(String[] row, Plan plan) {
    List<Observation> block = new ArrayList<>();
    int[] right = counts(row);
    for (int h = 0; h < right.length; h++) {
      String cell = cell(row).withHistory(plan.histories().get(h)).id();
      for (int probe = 0; probe < PROBES; probe++) {
        AnswerMark mark = probe < right[h] ? AnswerMark.CORRECT : AnswerMark.WRONG_CODE;
        block.add(
            new Observation(
                cell,
                "p" + probe,
                "direct",
                new Scored(Optional.of(mark), Optional.empty()),
                Optional.of(Reply.of("0000")),
                List.of(),
                0));
      }
    }
    return block;
  }

  private static int[] counts(String[] row) {
    return Arrays.stream(row[RIGHT].split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  private static String history(int place) {
    return "h" + place;
  }
}
