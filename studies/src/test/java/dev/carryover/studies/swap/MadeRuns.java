package dev.carryover.studies.swap;

import dev.carryover.core.AnswerMark;
import dev.carryover.core.Cell;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.run.RunRecord.Status;
import dev.carryover.migrations.plan.Treatments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The folders of a study whose answers are those of a table: how many of 20 were right, and, where
 * a store was repaired, what that cost in each history, with an x where it failed.
 */
public final class MadeRuns {
  private static final int PROBES = 20;
  private static final int RIGHT = 9;
  private static final int COST = 10;

  private final List<String[]> rows = new ArrayList<>();

  /** Those of a table that lies beside a test. */
  public MadeRuns(Class<?> test, String name) {
    try (var table = Objects.requireNonNull(test.getResourceAsStream(name))) {
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
  public MadeRuns with(String row, String right) {
    String[] found =
        rows.stream()
            .filter(cells -> String.join(",", cells).startsWith(row))
            .findFirst()
            .orElseThrow();
    found[RIGHT] = right;
    return this;
  }

  /** The same without the rows that begin with these words. */
  public MadeRuns withoutRows(String beginning) {
    rows.removeIf(cells -> String.join(",", cells).startsWith(beginning));
    return this;
  }

  /** Writes each run into a folder of its own. */
  public void write(Path folder) {
    Map<String, List<String[]>> parts = new LinkedHashMap<>();
    rows.forEach(row -> parts.computeIfAbsent(row[0], part -> new ArrayList<>()).add(row));
    parts.forEach((part, some) -> write(folder.resolve(part), some));
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
        directory.journal().append(observations(row, plan), spent(row, plan));
      }
      directory.update(r -> r.with(Status.FINISHED, r.clock(), r.looks()));
    }
  }

  private static Plan plan(List<String[]> rows) {
    int histories = counts(rows.get(0)).length;
    return new Plan(
        IntStream.range(0, histories).mapToObj(MadeRuns::history).toList(),
        rows.stream().map(row -> row[1]).distinct().map(MadeRuns::format).toList(),
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
    String treatment =
        Treatments.isMixed(row[3]) || Treatments.isRepaired(row[3]) ? row[3] : Cell.AS_WRITTEN;
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

  private static Spent spent(String[] row, Plan plan) {
    SortedMap<String, RepairPrice> prices = new TreeMap<>();
    if (row.length > COST) {
      String[] costs = row[COST].split(" ");
      for (int h = 0; h < costs.length; h++) {
        int cost = Integer.parseInt(costs[h].replace("x", ""));
        RepairPrice price =
            row[1].equals("rag")
                ? new RepairPrice(0, Usage.NONE, cost)
                : new RepairPrice(cost > 0 ? 1 : 0, new Usage(cost, 0), 0);
        prices.put(
            cell(row).withHistory(plan.histories().get(h)).id(),
            costs[h].endsWith("x") ? price.failed("output limit", price.usage()) : price);
      }
    }
    return new Spent(0, Collections.emptySortedMap(), prices);
  }

  private static int[] counts(String[] row) {
    return Arrays.stream(row[RIGHT].split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  private static String history(int place) {
    return "h" + place;
  }
}
