package dev.carryover.models.transformer.gguf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A whole model of a few thousand bytes: 2 layers, 8 wide, 2 heads of 4 on 1, inner 12. */
final class TinyModel {
  static final int WIDTH = 8;
  static final int INNER = 12;
  static final String TEMPLATE = "{{ messages[0].content }}";
  static final List<String> TOKENS = tokens();

  private TinyModel() {}

  /** A sound file, to be spoilt at will. */
  static GgufBytes bytes(String architecture) {
    GgufBytes bytes =
        new GgufBytes()
            .with("general.architecture", architecture)
            .with(architecture + ".block_count", 2)
            .with(architecture + ".context_length", 64)
            .with(architecture + ".embedding_length", WIDTH)
            .with(architecture + ".feed_forward_length", INNER)
            .with(architecture + ".attention.head_count", 2)
            .with(architecture + ".attention.head_count_kv", 1)
            .with(architecture + ".rope.freq_base", 500f)
            .with(architecture + ".attention.layer_norm_rms_epsilon", 1e-5f)
            .with("tokenizer.ggml.model", "gpt2")
            .with("tokenizer.ggml.pre", "smollm")
            .with("tokenizer.ggml.tokens", TOKENS)
            .with("tokenizer.ggml.token_type", types())
            .with("tokenizer.ggml.merges", List.of("a b", "ab c", "\u0120 a"))
            .with("tokenizer.ggml.bos_token_id", 0)
            .with("tokenizer.ggml.eos_token_id", 1)
            .with("tokenizer.chat_template", TEMPLATE);
    return tensors(bytes);
  }

  private static GgufBytes tensors(GgufBytes bytes) {
    Random random = new Random(3);
    bytes.tensor("token_embd.weight", numbers(random, WIDTH * TOKENS.size()), WIDTH, TOKENS.size());
    for (int i = 0; i < 2; i++) {
      String at = "blk." + i + ".";
      bytes.tensor(at + "attn_norm.weight", numbers(random, WIDTH), WIDTH);
      bytes.tensor(at + "attn_q.weight", numbers(random, WIDTH * 8), WIDTH, 8);
      bytes.tensor(at + "attn_k.weight", numbers(random, WIDTH * 4), WIDTH, 4);
      bytes.tensor(at + "attn_v.weight", numbers(random, WIDTH * 4), WIDTH, 4);
      bytes.tensor(at + "attn_output.weight", numbers(random, 8 * WIDTH), 8, WIDTH);
      bytes.tensor(at + "ffn_norm.weight", numbers(random, WIDTH), WIDTH);
      bytes.tensor(at + "ffn_gate.weight", numbers(random, WIDTH * INNER), WIDTH, INNER);
      bytes.tensor(at + "ffn_up.weight", numbers(random, WIDTH * INNER), WIDTH, INNER);
      bytes.tensor(at + "ffn_down.weight", numbers(random, INNER * WIDTH), INNER, WIDTH);
    }
    return bytes.tensor("output_norm.weight", numbers(random, WIDTH), WIDTH);
  }

  static float[] numbers(Random random, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian() / 4;
    }
    return numbers;
  }

  /** Two special tokens, the 256 bytes as GPT-2 writes them, and three that merges make. */
  private static List<String> tokens() {
    List<String> tokens = new ArrayList<>(List.of("<begin>", "<end>"));
    int stranger = 256;
    for (int i = 0; i < 256; i++) {
      boolean shown = i >= '!' && i <= '~' || i >= 0xA1 && i <= 0xAC || i >= 0xAE;
      tokens.add(Character.toString(shown ? i : stranger++));
    }
    tokens.addAll(List.of("ab", "abc", "\u0120a"));
    return List.copyOf(tokens);
  }

  private static int[] types() {
    int[] types = new int[TOKENS.size()];
    Arrays.fill(types, GgufTokenizer.NORMAL);
    types[0] = GgufTokenizer.CONTROL;
    types[1] = GgufTokenizer.CONTROL;
    return types;
  }
}
