package dev.carryover.studies.notes;

import dev.carryover.core.embedding.SharedVectors;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.GateListener;
import dev.carryover.migrations.run.GateOptions;
import dev.carryover.studies.frame.CompositeStudy;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.notes.Sweep.Point;
import dev.carryover.studies.report.Findings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much evidence notes keep, and how many bytes they take, for each writer under each cap: the
 * paper's sweep of 160 KiB (spec 1.8), on any models. Each point is a run of its own, in which a
 * writer writes the notes on every history. Nobody is paid for an answer: a built-in reader reads.
 */
public final class NotesBudgetStudy implements CompositeStudy {
  /** Requests to one service at a time, at most; a service's own limit may be less. */
  private static final int IN_FLIGHT = 16;

  @Override
  public String name() {
    return "notes-budget";
  }

  @Override
  public String description() {
    return "how much of a history's evidence notes hold under a cap of bytes, by writer";
  }

  @Override
  public List<Parameter> parameters() {
    return Sweep.PARAMETERS;
  }

  @Override
  public SortedMap<String, String> tests() {
    return new TreeMap<>(
        Map.of(
            "tests", "none: means with 95 % t intervals",
            "threshold", "a mean coverage of " + NotesBudgetFindings.ENOUGH,
            "unit", "history"));
  }

  @Override
  public SortedMap<String, String> facts(Request request) {
    return Sweep.of(request).facts();
  }

  @Override
  public void run(Request request, Path folder, StudyListener listener) {
    Sweep sweep = Sweep.of(request);
    List<Point> points = sweep.points();
    VectorMemory vectors = new SharedVectors();
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      listener.progress(i, points.size(), point.toString());
      new Gate(
              sweep.migration(point),
              new GateOptions(
                      point.folder(folder),
                      new TreeMap<>(),
                      Runtime.getRuntime().availableProcessors(),
                      IN_FLIGHT,
                      false,
                      Optional.empty(),
                      OptionalDouble.empty(),
                      Optional.empty())
                  .with(vectors),
              quiet(listener, point),
              Clock.systemUTC())
          .baseline();
    }
    listener.progress(points.size(), points.size(), "the report");
  }

  @Override
  public Findings analyse(Settings settings, Path folder) {
    return NotesBudgetFindings.of(
        Sweep.points(settings).stream().map(point -> Coverage.of(point, folder)).toList());
  }

  /** Tells stages alone: the study counts points, not answers. */
  private static GateListener quiet(StudyListener listener, Point point) {
    return new GateListener() {
      @Override
      public void stage(String what) {
        listener.stage(point + ": " + what);
      }

      @Override
      public void progress(long done, long total, String where) {}
    };
  }
}
