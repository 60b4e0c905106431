package dev.carryover.migrations.run;

import dev.carryover.core.spi.VectorMemory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * How a gate runs.
 *
 * @param out the run directory
 * @param given the settings as given, for the record
 * @param threads for what works in this process
 * @param inFlight requests to one service at a time, at most
 * @param skipBad whether bad records of a source are counted instead of refused
 * @param answers the folder where answers of services are kept; none are where it is empty
 * @param maxCost dollars that may be spent; no limit where it is empty
 * @param baseline an earlier run that stands in for the old side
 * @param stores the folder of stores, where several runs share one; empty for the run's own
 * @param probes that are asked
 * @param vectors what several runs remember of texts that they embedded
 */
public record GateOptions(
    Path out,
    SortedMap<String, String> given,
    int threads,
    int inFlight,
    boolean skipBad,
    Optional<Path> answers,
    OptionalDouble maxCost,
    Optional<Path> baseline,
    Optional<Path> stores,
    ProbeSelection probes,
    VectorMemory vectors) {
  /** Those of a run that has stores of its own and asks every probe. */
  public GateOptions(
      Path out,
      SortedMap<String, String> given,
      int threads,
      int inFlight,
      boolean skipBad,
      Optional<Path> answers,
      OptionalDouble maxCost,
      Optional<Path> baseline) {
    this(
        out,
        given,
        threads,
        inFlight,
        skipBad,
        answers,
        maxCost,
        baseline,
        Optional.empty(),
        ProbeSelection.ALL,
        VectorMemory.NONE);
  }

  /** The same with some of the probes. */
  public GateOptions with(ProbeSelection selection) {
    return of(out, maxCost, stores, selection, vectors);
  }

  /** The same with another limit. */
  public GateOptions with(OptionalDouble limit) {
    return of(out, limit, stores, probes, vectors);
  }

  /** The same in another folder, with stores that several runs share. */
  public GateOptions in(Path folder, Path shared) {
    return of(folder, maxCost, Optional.of(shared), probes, vectors);
  }

  /** The same with vectors that several runs remember. */
  public GateOptions with(VectorMemory memory) {
    return of(out, maxCost, stores, probes, memory);
  }

  GateOptions at(Path folder) {
    return of(folder, maxCost, Optional.empty(), probes, vectors);
  }

  GateOptions withoutLimit() {
    return with(OptionalDouble.empty());
  }

  private GateOptions of(
      Path folder,
      OptionalDouble limit,
      Optional<Path> shared,
      ProbeSelection selection,
      VectorMemory memory) {
    return new GateOptions(
        folder, given, threads, inFlight, skipBad, answers, limit, baseline, shared, selection,
        memory);
  }
}
