package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.write;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Two models on loopback, an old one and a new one, and a migration between them. */
final class Services implements AutoCloseable {
  static final String PRICED = "price_in: 1, price_out: 2, ";

  final LoopbackModelServer old =
      LoopbackModelServer.open(
          LoopbackService.of(Kind.LLAMA_CPP)
              .named("loop-old")
              .weights("old.gguf")
              .answering(StandIns.overlooking(0)));
  final LoopbackModelServer next =
      LoopbackModelServer.open(
          LoopbackService.of(Kind.VLLM)
              .named("loop-new")
              .weights("org/new")
              .answering(StandIns.overlooking(3)));

  /** The new model under its name, with other weights. */
  LoopbackService newWeights() {
    return LoopbackService.of(Kind.VLLM)
        .named("loop-new")
        .weights("org/newer")
        .answering(StandIns.overlooking(4));
  }

  /** A migration of nano histories, with prices. */
  Path config(Path folder, int histories, String formats, String... lines) {
    return config(folder, "synthetic:nano?count=" + histories, formats, PRICED, lines);
  }

  /**
   * A migration.
   *
   * @param both settings of both services, each ended by a comma
   */
  Path config(Path folder, String histories, String formats, String both, String... lines) {
    return write(
        folder.resolve("upgrade.yaml"),
        """
        name: upgrade
        histories: '%s'
        formats: [%s]
        old: {model: old-model%s}
        new: {model: new-model%s}
        services:
          old-model: {kind: openai, url: '%s', backoff: 5ms, %smodel: loop-old}
          new-model: {kind: openai, url: '%s', backoff: 5ms, %smodel: loop-new}
        %s
        """
            .formatted(
                histories,
                formats,
                embedder(formats),
                embedder(formats),
                old.v1(),
                both,
                next.v1(),
                both,
                String.join("\n", lines)));
  }

  private static String embedder(String formats) {
    return formats.contains("rag") ? ", embedder: bag-a" : "";
  }

  /** From this answer of the new model on it is gone. */
  void stopAfter(int answers) {
    after(next, answers);
    next.always(LoopbackBehaviour.reset());
  }

  /** So many answers are as they should be, then come these. */
  static void after(LoopbackModelServer server, int well, LoopbackBehaviour... then) {
    Collections.nCopies(well, LoopbackBehaviour.NORMAL).forEach(server::next);
    server.next(then);
  }

  /** Answers that were asked for, of both models. */
  long asked() {
    return asked(old) + asked(next);
  }

  static long asked(LoopbackModelServer server) {
    return server.requests("/v1/chat/completions").size();
  }

  /** The same without the fixed text by which a model shows who it is. */
  long askedForAnswers() {
    return Stream.of(old, next)
        .flatMap(server -> server.requests("/v1/chat/completions").stream())
        .filter(request -> !request.body().contains("Go on counting"))
        .count();
  }

  /** A report without its one object that differs between two runs of one plan. */
  static Map<String, Object> withoutRun(String json) {
    Map<String, Object> report = new LinkedHashMap<>(JsonValues.object(json));
    report.remove("run");
    return report;
  }

  /** The journal's observations, without latencies. */
  static List<String> observations(Path folder) {
    return CommandRuns.read(folder.resolve("run/observations.jsonl"))
        .lines()
        .filter(line -> line.startsWith("{\"cell\""))
        .map(line -> line.replaceAll("\"latency_us\":\\d+", ""))
        .toList();
  }

  /** Gates into {@code run} below a folder, answers kept below it too. */
  static Said gate(Path folder, Path config, Object... more) {
    return gate(folder.resolve("run"), folder.resolve("answers"), config, more);
  }

  /** Gates into a folder, answers kept in another. */
  static Said gate(Path out, Path answers, Path config, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("gate", "-q", "-c", config, "--out", out, "--cache", answers));
    words.addAll(List.of(more));
    return CommandRuns.run(words.toArray());
  }

  @Override
  public void close() {
    old.close();
    next.close();
  }
}
