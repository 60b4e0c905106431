package dev.carryover.studies.screen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.carryover.core.run.RunException;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.probes.screen.FullRuns;
import dev.carryover.studies.frame.CompositeStudy;
import dev.carryover.studies.frame.StudyListener;
import dev.carryover.studies.report.Findings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** How well twenty probes predict the others, on full runs that are there already (spec 1.10). */
public final class ScreenStudy implements CompositeStudy {
  private static final String RUNS = "runs";
  private static final String CELLS = "full-runs.json";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Override
  public String name() {
    return "screen";
  }

  @Override
  public String description() {
    return "how well 20 probes predict the others: histories, model pairs and formats left out";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter(
            RUNS, "", "run directories of finished gates, with commas between them; needed"));
  }

  /** What the runs observed, by digest: a run that has changed is another plan. */
  @Override
  public SortedMap<String, String> facts(Request request) {
    SortedMap<String, String> facts = new TreeMap<>();
    int run = 0;
    for (Path folder : folders(request.settings())) {
      facts.put("runs.%02d.sha256".formatted(++run), digest(folder.resolve("observations.jsonl")));
    }
    return facts;
  }

  private static List<Path> folders(Settings settings) {
    List<Path> folders =
        Arrays.stream(settings.text(RUNS).orElse("").split(","))
            .map(String::strip)
            .filter(folder -> !folder.isEmpty())
            .map(Path::of)
            .toList();
    if (folders.isEmpty()) {
      throw new SettingException(
          RUNS,
          "'runs' names no run",
          "name finished gates, as in -s runs=runs/model-upgrade,runs/embedder-upgrade");
    }
    return folders;
  }

  @Override
  public void run(Request request, Path folder, StudyListener listener) {
    listener.stage("reading runs");
    FullRuns runs = FullRuns.read(folders(request.settings()), request.seed());
    try {
      Files.writeString(folder.resolve(CELLS), MAPPER.writeValueAsString(runs));
    } catch (IOException e) {
      throw new UncheckedIOException(folder.resolve(CELLS) + " cannot be written: " + e, e);
    }
  }

  @Override
  public Findings analyse(Settings settings, Path folder) {
    Path file = folder.resolve(CELLS);
    try {
      return ScreenFindings.of(MAPPER.readValue(Files.readString(file), FullRuns.class));
    } catch (JsonProcessingException e) {
      throw new RunException(
          "%s is damaged: %s; delete the folder and run the study again"
              .formatted(file, e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new RunException(
          file + " cannot be read; delete the folder and run the study again", e);
    }
  }

  private static String digest(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new SettingException(
          RUNS,
          "%s cannot be read (%s)".formatted(file, e.getClass().getSimpleName()),
          "name run directories of finished gates");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
