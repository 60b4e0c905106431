package dev.carryover.migrations.run;

import dev.carryover.core.Observation;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.RunReport.Cost;
import dev.carryover.core.report.RunReport.RunInfo;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.migrations.file.MigrationFileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** Runs gates on small histories with the plug-ins of tests, and looks at what they left. */
final class GateRuns {
  /** Two nano histories, RAG and the transcript, one mixed share. */
  static final String SMALL =
      """
      name: small
      histories: synthetic:nano?count=2&seed=7
      formats: [rag: {k: 4}, lc-raw]
      old: {model: overlap, embedder: bag-a}
      new: {model: overlap, embedder: bag-b}
      mixed: {percent: 50}
      """;

  private static final RunInfo NO_RUN = new RunInfo("", "", "", "", 0, "", "", "", new TreeMap<>());
  private static final Cost NO_COST = new Cost(0, 0, 0, 0, OptionalDouble.empty());

  private GateRuns() {}

  /** What a run that is killed throws in its own thread. */
  static final class Killed extends RuntimeException {}

  static RunReport run(String yaml, Path out) {
    return run(yaml, Map.of(), out);
  }

  static RunReport run(String yaml, Map<String, String> options, Path out) {
    return gate(yaml, options, out, done -> false).run();
  }

  /** Runs until so many observations are done, and is then torn out of the work. */
  static void runAndKill(String yaml, Path out, LongPredicate when) {
    try {
      gate(yaml, Map.of(), out, when).run();
    } catch (Killed e) {
      return;
    }
    throw new AssertionError("the run was not killed");
  }

  static Gate gate(String yaml, Map<String, String> options, Path out, LongPredicate kill) {
    return gate(yaml, options, out, listener(kill));
  }

  static Gate gate(String yaml, Map<String, String> options, Path out, GateListener listener) {
    return gate(yaml, options, optionsIn(out, yaml), listener);
  }

  /** A gate with vectors that it may share. */
  static Gate gate(String yaml, Path out, VectorMemory vectors) {
    return gate(yaml, Map.of(), optionsIn(out, yaml).with(vectors), listener(done -> false));
  }

  private static Gate gate(
      String yaml, Map<String, String> given, GateOptions options, GateListener listener) {
    return new Gate(
        MigrationFileReader.read("up.yaml", yaml.getBytes(StandardCharsets.UTF_8), given),
        options,
        listener,
        Clock.systemUTC());
  }

  private static GateListener listener(LongPredicate kill) {
    return new GateListener() {
      @Override
      public void stage(String what) {}

      @Override
      public void progress(long done, long total, String where) {
        if (kill.test(done)) {
          throw new Killed();
        }
      }
    };
  }

  private static GateOptions optionsIn(Path out, String yaml) {
    return new GateOptions(
        out,
        new TreeMap<>(Map.of("text", yaml)),
        2,
        8,
        false,
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.empty());
  }

  /** The report without what may differ between two runs of one plan. */
  static RunReport withoutRun(RunReport report) {
    return replaced(report, report.cost());
  }

  /** The report without that, and without what the attempts took. */
  static RunReport withoutRunAndCost(RunReport report) {
    return replaced(report, NO_COST);
  }

  private static RunReport replaced(RunReport report, Cost cost) {
    return new RunReport(
        report.schema(),
        NO_RUN,
        report.verdict(),
        report.hypotheses(),
        report.treatments(),
        report.contrasts(),
        report.perHistory(),
        report.gates(),
        report.identities(),
        report.spaces(),
        cost,
        report.settings(),
        report.limits());
  }

  /** Every observation that counts, in the journal's order, without its latency. */
  static List<Observation> observations(Path out) {
    try (RunDirectory.Finished run = RunDirectory.read(out)) {
      return run.journal().all().stream()
          .map(
              o ->
                  new Observation(
                      o.cell(), o.probe(), o.family(), o.outcome(), o.reply(), o.retrieved(), 0))
          .toList();
    }
  }

  /** Manifests and contents of all stores, by path, as hexadecimal digits. */
  static Map<String, String> stores(Path out) {
    Path stores = out.resolve("stores");
    Map<String, String> bytes = new TreeMap<>();
    if (!Files.exists(stores)) {
      return bytes;
    }
    for (Path file : files(stores)) {
      String path = stores.relativize(file).toString();
      if (path.endsWith("manifest.json") || path.contains("content")) {
        bytes.put(path, HexFormat.of().formatHex(read(file)));
      }
    }
    return bytes;
  }

  static Path journal(Path out) {
    return out.resolve("observations.jsonl");
  }

  /** Where each block of a journal ends, in bytes. */
  static List<Integer> blockEnds(byte[] journal) {
    List<Integer> ends = new ArrayList<>();
    String text = new String(journal, StandardCharsets.ISO_8859_1);
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('\n', start) + 1;
      if (text.startsWith("{\"block\"", start)) {
        ends.add(end);
      }
      start = end;
    }
    return ends;
  }

  static void copy(Path from, Path to) {
    for (Path file : files(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      write(target, read(file));
    }
  }

  static List<Path> files(Path folder) {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path file, byte[] bytes) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
