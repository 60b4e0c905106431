package dev.carryover.models.transformer.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.carryover.models.natives.NativeLibraries;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.KeyValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real model's file, SmolLM2-135M-Instruct in Q4_1, in our decoder and in a llama.cpp server.
 * Where it was not pulled ({@code carryover models pull smollm2-135m}), nothing is tested.
 */
@Tag("real-model")
class SmolLm2Test {
  private static final Path FILE =
      LlamaServer.models().resolve("smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf");

  /** Of each text, the next token is asked for after so many of its last prefixes. */
  private static final int PLACES = 10;

  private static final List<String> TEXTS =
      List.of(
          "The river rose all night, and by the morning the old bridge at the edge of the village"
              + " had been carried away, so that nobody could reach the school.",
          "To bake bread you need flour, water, salt and yeast. First mix the flour with the salt,"
              + " then add the yeast and the warm water and knead the dough for ten minutes.",
          "def mean(values):\n    total = 0\n    for value in values:\n        total += value\n"
              + "    return total / len(values)\n",
          "Q: What is the capital of France?\nA: Paris\nQ: What is the capital of Italy?\nA: Rome\n"
              + "Q: What is the capital of Spain?\nA: Madrid\n",
          "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
          "Dear Ms Holt,\n\nthank you for your letter of 3 March. I am writing to let you know that"
              + " the order has been sent and should arrive within five working days.",
          "Water boils at 100 degrees Celsius at sea level. At higher altitudes the air pressure is"
              + " lower, and therefore water boils at a lower temperature.",
          "<|im_start|>user\nName three colours of the rainbow.<|im_end|>\n<|im_start|>assistant\n"
              + "Three colours of the rainbow are red, green and blue.",
          "Once upon a time there was a little girl who lived with her grandmother in a small house"
              + " in the middle of the forest. Every day she went to the well.",
          "In 1969 two astronauts walked on the Moon for the first time. They collected rocks, took"
              + " photographs and planted a flag before they returned to Earth.");

  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          " ",
          "  two  spaces   and more    ",
          "\n\n\ttabs\t\tand\r\nlines\r\n\r\n",
          "12345 3.14159 1,000,000 2026-11-30 0x1F",
          "It's they'll WE'VE don't I'D 'tis",
          "naïve café Ångström Straße ﬁne",
          "Привет, мир! Γειά σου. שלום مرحبا",
          "日本語のテキスト。中文文本,한국어 텍스트",
          "emoji 👩‍👩‍👧‍👦 🇫🇷 👍🏽 ♥",
          "combining e\u0301 zero\u200bwidth nbsp\u00a0here \u2028 line",
          "for (int i = 0; i < n; i++) { a[i] += b->c; } // done",
          "<|im_start|>system\nBe brief.<|im_end|>\n",
          "half <|im_start and |im_end|> are text",
          "<|endoftext|><|im_end|><repo_name>x<file_sep>y",
          "¼ ² ٣٤ Ⅷ numbers of other kinds",
          "\u0000\u0001\u007f control");

  @TempDir private static Path folder;
  private static Optional<LlamaServer> server = Optional.empty();

  @BeforeAll
  static void serve() throws IOException {
    assumeTrue(LlamaServer.canServe(FILE), "smollm2-135m was not pulled");
    NativeLibraries.prepare();
    server = Optional.of(LlamaServer.start(FILE, folder));
  }

  @AfterAll
  static void end() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
  }

  @Test
  void itsTokenizerGivesTheServersIds() throws IOException {
    try (GgufModel model = GgufModel.open(FILE);
        HuggingFaceTokenizer tokenizer = tokenizer(model)) {
      for (String text :
          IntStream.range(0, 2)
              .boxed()
              .flatMap(i -> List.of(TEXTS, ODD_TEXTS).get(i).stream())
              .toList()) {
        assertThat(ids(tokenizer, text)).as(text).isEqualTo(server.orElseThrow().tokens(text));
      }
    }
  }

  @Test
  void theServerChoosesTheSameTokens() throws IOException {
    int places = 0;
    int same = 0;
    double sum = 0;
    double largest = 0;
    try (GgufModel model = GgufModel.open(FILE);
        HuggingFaceTokenizer tokenizer = tokenizer(model);
        NDManager manager = NDManager.newBaseManager("PyTorch");
        Decoder decoder = new Decoder(model.geometry(), model.weights(manager))) {
      for (String text : TEXTS) {
        int[] ids = ids(tokenizer, text).stream().mapToInt(Integer::intValue).toArray();
        float[][] ours = logProbabilities(decoder, ids, manager);
        for (int end = ids.length - PLACES + 1; end <= ids.length; end++) {
          List<LlamaServer.Likely> theirs =
              server.orElseThrow().next(Arrays.copyOf(ids, end), PLACES);
          float[] row = ours[end - 1];
          places++;
          same += theirs.get(0).id() == best(row) ? 1 : 0;
          double error = Math.abs(theirs.get(0).logProbability() - row[theirs.get(0).id()]);
          sum += error;
          largest = Math.max(largest, error);
        }
      }
    }
    System.out.println(same + " of " + places + ", mean " + sum / places + ", largest " + largest);
    assertThat(places).isEqualTo(100);
    assertThat(same).isGreaterThanOrEqualTo(95);
    assertThat(sum / places).isCloseTo(0, within(0.05));
    assertThat(largest).isLessThan(0.5);
  }

  private static HuggingFaceTokenizer tokenizer(GgufModel model) throws IOException {
    byte[] json = model.tokenizerJson().getBytes(StandardCharsets.UTF_8);
    return HuggingFaceTokenizer.newInstance(
        new ByteArrayInputStream(json), Map.of("truncation", "false", "padding", "false"));
  }

  private static List<Integer> ids(HuggingFaceTokenizer tokenizer, String text) {
    return LongStream.of(tokenizer.encode(text, false, false).getIds())
        .mapToObj(Math::toIntExact)
        .toList();
  }

  private static float[][] logProbabilities(Decoder decoder, int[] ids, NDManager owner) {
    try (NDManager manager = owner.newSubManager()) {
      NDArray row = manager.create(new long[][] {IntStream.of(ids).asLongStream().toArray()});
      NDArray mask = decoder.causal(ids.length, 0, manager);
      int[] positions = IntStream.range(0, ids.length).toArray();
      NDArray hidden = decoder.read(row, positions, KeyValues.NONE, Optional.of(mask)).hidden();
      float[] flat = decoder.logits(hidden).logSoftmax(-1).toFloatArray();
      int vocabulary = decoder.geometry().vocabulary();
      return IntStream.range(0, ids.length)
          .mapToObj(i -> Arrays.copyOfRange(flat, i * vocabulary, (i + 1) * vocabulary))
          .toArray(float[][]::new);
    }
  }

  private static int best(float[] row) {
    int best = 0;
    for (int i = 1; i < row.length; i++) {
      best = row[i] > row[best] ? i : best;
    }
    return best;
  }
}
