package dev.carryover.benchmarks;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySource;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.gguf.GgufModel;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import dev.carryover.models.transformer.state.CacheFile;
import dev.carryover.models.transformer.state.CacheHeader;
import dev.carryover.models.transformer.study.Lesson;
import dev.carryover.models.transformer.study.Lesson.Target;
import dev.carryover.models.transformer.study.PrefixTrainer;
import dev.carryover.models.transformer.study.PrefixTrainer.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What {@link TransformerSpeed} measures. One model and one cache at a time. */
final class TransformerWork implements AutoCloseable {
  private static final String NANO = "nano-1";

  /** The probabilities of next tokens that a lesson tells. */
  private static final int TOLD = 20;

  private @Nullable Transformer model;
  private @Nullable KvCache cache;

  /** Runs a command; what it gives beside the time, or nothing. */
  String run(String command, String[] arguments) throws IOException {
    switch (command) {
      case "load" -> use(GgufModel.load("model", Path.of(arguments[0]), Hardware.CPU));
      case "nano" -> use(HuggingFaceFolder.load(NANO, Path.of(arguments[0]), Hardware.CPU));
      case "export" -> export(Files.createDirectories(Path.of(arguments[0])));
      case "prefill" -> use(KvCache.prefill(model(), numbers(arguments[0])));
      case "decode" -> {
        return decode(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
      }
      case "keep" -> keep(Files.createDirectories(Path.of(arguments[0])));
      case "open" -> CacheFile.read(Path.of(arguments[0]), model(), Foreign.REFUSE).cache().close();
      case "step" -> {
        return step(Integer.parseInt(arguments[0]), numbers(arguments[1]));
      }
      case "history" -> {
        return joined(model().tokens().encode(String.join(" ", history())));
      }
      case "cartridge" -> cartridge();
      default -> throw new IllegalArgumentException("no command '" + command + "'");
    }
    return "";
  }

  private Transformer model() {
    return Optional.ofNullable(model).orElseThrow();
  }

  private KvCache cache() {
    return Optional.ofNullable(cache).orElseThrow();
  }

  private void use(Transformer next) {
    close();
    model = next;
  }

  private void use(KvCache next) {
    if (cache != null) {
      cache.close();
    }
    cache = next;
  }

  private void export(Path folder) {
    HuggingFaceFolder.write(
        folder, model().geometry(), model().decoder().weights(), Collections.emptySortedMap());
  }

  private String decode(int first, int count) {
    List<Integer> ids =
        new Generation(Sampling.greedy(count)).after(cache(), new int[] {first}).ids();
    return joined(ids.stream().mapToInt(Integer::intValue).toArray());
  }

  private void keep(Path folder) {
    CacheFile.write(
        folder,
        new CacheHeader(
            CacheHeader.Kind.PREFILL,
            model().identity(),
            Collections.emptySortedMap(),
            cache().positions(),
            cache().ids()),
        cache());
  }

  private String step(int positions, int[] tokens) {
    model().prepareThread();
    try (KvCache start = cache().slice(0, positions);
        NDManager manager = model().newManager();
        PrefixTrainer trainer =
            new PrefixTrainer(
                model().decoder(),
                manager,
                cache().keyValues(),
                start.keyValues(),
                cache().nextPosition(),
                new Schedule(0.01, 1, 1))) {
      return Double.toString(trainer.step(List.of(lesson(tokens))).orElseThrow());
    }
  }

  /** Told are the same probabilities everywhere, of the tokens that come next in the vocabulary. */
  private static Lesson lesson(int[] tokens) {
    List<Target> targets = new ArrayList<>();
    float[] each = new float[TOLD];
    Arrays.fill(each, 0.9f / TOLD);
    for (int place = tokens.length / 2; place < tokens.length; place++) {
      int token = tokens[place];
      targets.add(new Target(IntStream.range(token, token + TOLD).toArray(), each));
    }
    return new Lesson(tokens, tokens.length / 2, targets);
  }

  private static List<String> history() {
    ProbedHistory first =
        Plugins.named(HistorySource.class, "histories", "synthetic")
            .load(new HistorySource.Request("nano", Settings.NONE, false))
            .histories()
            .get(0);
    return first.history().events().stream().map(event -> event.asLine()).toList();
  }

  private static void cartridge() throws IOException {
    Path folder = Files.createTempDirectory("carryover-cartridge");
    try (WriterModel writer =
        Plugins.named(WriterProvider.class, "model", NANO)
            .create(Settings.NONE, ModelContext.of(1))) {
      StatefulModel states = writer.state().orElseThrow();
      states.train(history(), byDefault(), folder);
    } finally {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private static Study byDefault() {
    List<Parameter> parameters =
        Plugins.named(MemoryFormatProvider.class, "format", "cartridge").parameters();
    return new Study(
        number(parameters, "positions"),
        number(parameters, "conversations"),
        number(parameters, "steps"),
        1,
        Optional.empty());
  }

  private static int number(List<Parameter> parameters, String name) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .mapToInt(parameter -> Integer.parseInt(parameter.defaultValue()))
        .findFirst()
        .orElseThrow();
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  private static String joined(int[] numbers) {
    return IntStream.of(numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    if (cache != null) {
      cache.close();
      cache = null;
    }
    if (model != null) {
      model.close();
      model = null;
    }
  }
}
