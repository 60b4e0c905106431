package dev.carryover.models.transformer.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.carryover.models.natives.NativeLibraries;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real tokenizer of SentencePiece's kind, that of Gemma 3, against a llama.cpp server. Its
 * decoder is none of ours. Where it was not pulled, nothing is tested.
 */
@Tag("real-model")
class GemmaTokenizerTest {
  private static final Path FILE =
      LlamaServer.models().resolve("gemma3-270m/gemma-3-270m-q4_k_m.gguf");

  @TempDir private Path folder;

  @Test
  void itsTokenizerGivesTheServersIds() throws IOException {
    assumeTrue(LlamaServer.canServe(FILE), "gemma3-270m was not pulled");
    NativeLibraries.prepare();
    try (GgufFile file = GgufFile.open(FILE);
        LlamaServer server = LlamaServer.start(FILE, folder)) {
      Metadata metadata = file.metadata();
      int vocabulary = metadata.requiredTexts(GgufTokenizer.TOKENS).size();
      byte[] json = GgufTokenizer.json(metadata, vocabulary).getBytes(StandardCharsets.UTF_8);
      try (var tokenizer =
          HuggingFaceTokenizer.newInstance(
              new ByteArrayInputStream(json), Map.of("truncation", "false", "padding", "false"))) {
        for (String text : SmolLm2Test.texts()) {
          int[] ids =
              LongStream.of(tokenizer.encode(text, false, false).getIds())
                  .mapToInt(Math::toIntExact)
                  .toArray();
          assertThat(ids).as(text).isEqualTo(server.tokens(text));
        }
      }
    }
  }
}
