package dev.carryover.models.transformer.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.models.transformer.Decoder;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.KeyValues;
import dev.carryover.models.transformer.Tokens;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.chat.ChatTemplate;
import dev.carryover.models.transformer.chat.Turn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real model's file, SmolLM2-135M-Instruct in Q4_1, in our decoder, in a llama.cpp server and in
 * PyTorch. Where it was not pulled ({@code carryover models pull smollm2-135m}), nothing is tested.
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
  private static Optional<Transformer> model = Optional.empty();

  @BeforeAll
  static void load() throws IOException {
    assumeTrue(LlamaServer.canServe(FILE), "smollm2-135m was not pulled");
    server = Optional.of(LlamaServer.start(FILE, folder));
    model = Optional.of(GgufModel.load("smollm2-135m", FILE, Hardware.CPU));
  }

  @AfterAll
  static void end() throws IOException {
    model.ifPresent(Transformer::close);
    if (server.isPresent()) {
      server.get().close();
    }
  }

  @Test
  void itsTokenizerGivesTheServersIds() throws IOException {
    try (GgufModel model = GgufModel.open(FILE);
        Tokens tokens = model.tokens()) {
      for (String text : texts()) {
        assertThat(tokens.encode(text)).as(text).isEqualTo(server.orElseThrow().tokens(text));
      }
      assertThat(tokens.beginning()).isEmpty();
      assertThat(tokens.ends()).containsExactly(2);
    }
  }

  @Test
  void itsChatTemplateNamesTheTurns() {
    try (GgufModel file = GgufModel.open(FILE)) {
      ChatTemplate template =
          ChatTemplate.of("smollm2-135m", file.chatTemplate().orElseThrow(), Map.of());
      assertThat(
              template.render(
                  List.of(new Turn("system", "Be brief."), new Turn("user", "Hi")), true))
          .isEqualTo(
              "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n"
                  + "<|im_start|>assistant\n");
    }
  }

  @Test
  void theServerChoosesTheSameTokens() throws IOException {
    List<Double> errors = new ArrayList<>();
    int same = 0;
    for (String text : TEXTS) {
      int[] ids = loaded().tokens().encode(text);
      float[][] ours = rows(ids, logits -> logits.logSoftmax(-1));
      for (int end = ids.length - PLACES + 1; end <= ids.length; end++) {
        LlamaServer.Likely theirs =
            server.orElseThrow().next(Arrays.copyOf(ids, end), PLACES).get(0);
        float[] row = ours[end - 1];
        same += theirs.id() == best(row) ? 1 : 0;
        errors.add(Math.abs(theirs.logProbability() - row[theirs.id()]));
      }
    }
    assertThat(errors).hasSize(100);
    assertThat(same).isGreaterThanOrEqualTo(95);
    // the server rounds what it multiplies to eight bits: 0.025 and 0.17 were seen
    assertThat(errors.stream().mapToDouble(e -> e).average().orElseThrow()).isLessThan(0.05);
    assertThat(Collections.max(errors)).isLessThan(0.5);
  }

  /** Expected: PyTorch, by src/test/python/smollm2_reference.py. */
  @Test
  void pyTorchComputesTheSameLogits() throws IOException {
    int compared = 0;
    for (JsonNode prompt : reference().get("prompts")) {
      int[] ids = numbers(prompt.get("ids"));
      float[][] ours = rows(ids, logits -> logits);
      for (JsonNode place : prompt.get("places")) {
        float[] row = ours[place.get("place").asInt()];
        int[] tokens = numbers(place.get("tokens"));
        assertThat(best(row)).isEqualTo(tokens[0]);
        for (int i = 0; i < tokens.length; i++) {
          assertThat((double) row[tokens[i]])
              .isCloseTo(place.get("logits").get(i).asDouble(), within(1e-3));
          compared++;
        }
        double mean = IntStream.range(0, row.length).mapToDouble(i -> row[i]).average().orElse(0);
        assertThat(mean).isCloseTo(place.get("mean").asDouble(), within(1e-3));
      }
    }
    assertThat(compared).isEqualTo(9 * 12);
  }

  /** Plain texts and odd ones. */
  static List<String> texts() {
    return Stream.concat(TEXTS.stream(), ODD_TEXTS.stream()).toList();
  }

  private static JsonNode reference() throws IOException {
    try (InputStream in = SmolLm2Test.class.getResourceAsStream("smollm2-reference.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    }
  }

  private static int[] numbers(JsonNode list) {
    return IntStream.range(0, list.size()).map(i -> list.get(i).asInt()).toArray();
  }

  private static Transformer loaded() {
    return model.orElseThrow();
  }

  /** A row for each token, over the vocabulary. */
  private static float[][] rows(int[] ids, UnaryOperator<NDArray> of) {
    Decoder decoder = loaded().decoder();
    try (NDManager manager = loaded().newManager()) {
      NDArray row = manager.create(new long[][] {IntStream.of(ids).asLongStream().toArray()});
      NDArray mask = decoder.causal(ids.length, 0, manager);
      int[] positions = IntStream.range(0, ids.length).toArray();
      Decoder.Pass pass = decoder.read(row, positions, KeyValues.NONE, Optional.of(mask));
      float[] flat = of.apply(decoder.logits(pass.hidden())).toFloatArray();
      int vocabulary = decoder.geometry().vocabulary();
      return IntStream.range(0, ids.length)
          .mapToObj(i -> Arrays.copyOfRange(flat, i * vocabulary, (i + 1) * vocabulary))
          .toArray(float[][]::new);
    }
  }

  private static int best(float[] row) {
    return IntStream.range(0, row.length).reduce((a, b) -> row[b] > row[a] ? b : a).orElseThrow();
  }
}
