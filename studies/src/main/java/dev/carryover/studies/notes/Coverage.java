package dev.carryover.studies.notes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.metrics.Metric;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.stats.TEstimate;
import dev.carryover.migrations.analysis.Analyst;
import dev.carryover.studies.notes.Sweep.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What the notes of one point hold, as means over histories.
 *
 * @param allowed bytes that the cap came to
 * @param used bytes of the notes
 * @param shares of the evidence that the notes hold, a history each; empty where no evidence can be
 *     found in notes
 */
record Coverage(Point point, double allowed, double used, List<Double> shares) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Coverage {
    shares = List.copyOf(shares);
  }

  /**
   * From the run of a point.
   *
   * @param study the study's folder
   */
  static Coverage of(Point point, Path study) {
    Path folder = point.folder(study);
    List<Path> stores = stores(folder.resolve("stores"));
    return new Coverage(point, mean(stores, "max_bytes"), mean(stores, "bytes"), shares(folder));
  }

  /** The mean share; absent where there is none. */
  OptionalDouble mean() {
    return shares.stream().mapToDouble(Double::doubleValue).average();
  }

  /** The estimate over histories; absent for fewer than two. */
  Optional<TEstimate> estimate() {
    return TEstimate.of(shares.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static List<Double> shares(Path folder) {
    String coverage = Metric.evidenceCoverage().name();
    try (RunDirectory.Finished run = RunDirectory.read(folder)) {
      return Analyst.analyse(run.record(), run.journal(), "").perHistory().stream()
          .flatMap(row -> Optional.ofNullable(row.metrics().get(coverage)).stream())
          .toList();
    }
  }

  private static List<Path> stores(Path folder) {
    try (Stream<Path> stores = Files.list(folder)) {
      return stores
          .filter(path -> !path.getFileName().toString().startsWith("."))
          .sorted()
          .map(path -> StoreFolder.open(path).content())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the stores in " + folder + " cannot be listed: " + e, e);
    }
  }

  /** The mean over stores of a number that is summed over the segments of each. */
  private static double mean(List<Path> stores, String number) {
    return stores.stream().mapToLong(content -> sum(content, number)).average().orElse(0);
  }

  private static long sum(Path content, String number) {
    Path file = content.resolve("segments.jsonl");
    try (Stream<String> lines = Files.lines(file)) {
      long sum = 0;
      for (String line : (Iterable<String>) lines::iterator) {
        JsonNode segment = JSON.readTree(line);
        sum += segment.path(number).asLong();
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read: " + e, e);
    }
  }
}
