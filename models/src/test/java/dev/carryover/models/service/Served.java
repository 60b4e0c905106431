package dev.carryover.models.service;

import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.LoopbackModelServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Models behind a loopback server, with waits short enough for tests. */
final class Served {
  static final Prompt PROMPT = new Prompt("Answer with the code.", "Which code has Mira's badge?");
  static final Decoding DECODING =
      new Decoding(8, 0, OptionalLong.of(7), List.of("\n"), Optional.empty());

  private Served() {}

  static LanguageModel openAi(LoopbackModelServer server, String... settings) {
    return openAi(server, ModelContext.of(16), settings);
  }

  static LanguageModel openAi(
      LoopbackModelServer server, ModelContext context, String... settings) {
    return new ServiceModels(Map.of("LOOP_KEY", "sk-loop-123456")::get)
        .languageModel(ServiceKind.OPENAI, settings(server.v1(), settings), context);
  }

  static LanguageModel ollama(LoopbackModelServer server, String... settings) {
    return new ServiceModels(Map.<String, String>of()::get)
        .languageModel(ServiceKind.OLLAMA, settings(server.root(), settings), ModelContext.of(16));
  }

  static Embedder embedder(ServiceKind kind, LoopbackModelServer server, String... settings) {
    String url = kind == ServiceKind.OPENAI ? server.v1() : server.root();
    return new ServiceModels(Map.<String, String>of()::get)
        .embedder(kind, settings(url, settings), ModelContext.of(16));
  }

  static ModelContext context(AnswerCache answers, CallBudget budget) {
    return new ModelContext(16, answers, budget, false);
  }

  /** Keys and values in turn, over an address and short waits. */
  static Settings settings(String url, String... pairs) {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "url",
                url,
                "model",
                "loop-1",
                "timeout",
                "500ms",
                "deadline",
                "3s",
                "backoff",
                "1ms",
                "attempts",
                "4"));
    for (int i = 0; i < pairs.length; i += 2) {
      all.put(pairs[i], pairs[i + 1]);
    }
    return Settings.of(all);
  }
}
