package dev.carryover.studies.swap;

import dev.carryover.core.embedding.SharedVectors;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import dev.carryover.studies.frame.Study.Means;
import dev.carryover.studies.frame.StudyListener;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Runs the gates of a study one after the other, each in a folder of its name, under one limit. A
 * text that several of them embed is embedded once.
 */
public final class GateRunner {
  private static final StudyListener SILENCE =
      new StudyListener() {
        @Override
        public void stage(String what) {}

        @Override
        public void progress(long done, long total, String where) {}
      };

  private final Replacement replacement;
  private final Means means;
  private final Path folder;
  private final StudyListener listener;
  private final VectorMemory vectors = new SharedVectors();
  private double spent;

  /**
   * @param folder of the study
   */
  public GateRunner(Replacement replacement, Means means, Path folder, StudyListener listener) {
    this.replacement = replacement;
    this.means = means;
    this.folder = folder;
    this.listener = listener;
  }

  /** One that is asked for estimates alone. */
  public static GateRunner forEstimates(Replacement replacement, Means means) {
    return new GateRunner(replacement, means, Path.of("estimate"), SILENCE);
  }

  /** Looks whether a gate can be run, and asks nothing. */
  public void check(MigrationFile migration) {
    gate(migration).check();
  }

  /**
   * What services would be asked, at most.
   *
   * @param how the way in which the gate is run
   */
  public List<Bill> estimate(MigrationFile migration, Function<Gate, List<Bill>> how) {
    return how.apply(gate(migration));
  }

  /**
   * Runs a gate, or goes on with it, to its end.
   *
   * @param how the way in which it is run
   */
  public RunReport run(MigrationFile migration, Function<Gate, RunReport> how) {
    listener.stage("part " + migration.name());
    Gate gate = gate(migration);
    RunReport report = how.apply(gate);
    spent += gate.bills().stream().map(Bill::dollars).flatMapToDouble(OptionalDouble::stream).sum();
    return report;
  }

  /** The bills of several gates, one for each service, by its name. */
  public static List<Bill> together(List<Bill> bills) {
    SortedMap<String, Bill> sums = new TreeMap<>();
    bills.forEach(bill -> sums.merge(bill.service(), bill, GateRunner::plus));
    return List.copyOf(sums.values());
  }

  private static Bill plus(Bill one, Bill other) {
    OptionalDouble dollars =
        one.dollars().isPresent() && other.dollars().isPresent()
            ? OptionalDouble.of(one.dollars().getAsDouble() + other.dollars().getAsDouble())
            : OptionalDouble.empty();
    return new Bill(
        one.service(),
        one.calls() + other.calls(),
        one.cached() + other.cached(),
        one.usage().plus(other.usage()),
        dollars);
  }

  private Gate gate(MigrationFile migration) {
    OptionalDouble left =
        means.maxCost().isPresent()
            ? OptionalDouble.of(Math.max(0, means.maxCost().getAsDouble() - spent))
            : OptionalDouble.empty();
    return new Gate(
        migration,
        new GateOptions(
                folder.resolve(migration.name()),
                replacement.given(),
                means.threads(),
                means.inFlight(),
                false,
                means.answers(),
                left,
                Optional.empty())
            .with(vectors),
        new Heard(migration.name(), listener),
        Clock.systemUTC());
  }

  /** Passes on how a gate gets on. */
  private record Heard(String name, StudyListener listener) implements GateListener {
    @Override
    public void stage(String what) {
      listener.stage(what);
    }

    @Override
    public void progress(long done, long total, String where) {
      listener.progress(done, total, name + ", " + where);
    }
  }
}
