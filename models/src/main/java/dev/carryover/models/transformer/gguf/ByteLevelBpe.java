package dev.carryover.models.transformer.gguf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Byte-pair encoding over bytes, as GPT-2 has it (kind {@code gpt2}). What the file does not hold
 * is the way in which a text is cut into words before: it only names it.
 */
final class ByteLevelBpe {
  /** A way of cutting a text into words. */
  private enum Cut {
    /** GPT-2's own pattern, which the library knows. */
    GPT_2,
    /** Every digit is a word; then as GPT-2. */
    DIGITS,
    /** Llama 3's: up to three digits are a word. */
    LLAMA_3("{1,3}"),
    /** Qwen 2's: as Llama 3's, but every digit is a word. */
    QWEN_2("");

    private final String pattern;

    Cut() {
      this.pattern = "";
    }

    Cut(String digits) {
      this.pattern =
          "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}"
              + digits
              + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    }
  }

  /** By the name that files use. */
  private static final Map<String, Cut> CUTS =
      new TreeMap<>(
          Map.of(
              "gpt-2", Cut.GPT_2,
              "smollm", Cut.DIGITS,
              "starcoder", Cut.DIGITS,
              "refact", Cut.DIGITS,
              "llama-bpe", Cut.LLAMA_3,
              "llama3", Cut.LLAMA_3,
              "qwen2", Cut.QWEN_2,
              "deepseek-r1-qwen", Cut.QWEN_2));

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ByteLevelBpe() {}

  /** Whether a text begins with a special token where the file is silent. */
  static boolean beginsByDefault(Metadata metadata) {
    return cut(metadata) == Cut.LLAMA_3;
  }

  static void describe(Metadata metadata, List<String> tokens, ObjectNode root) {
    Cut cut = cut(metadata);
    root.putNull("normalizer");
    root.set("pre_tokenizer", preTokenizer(cut));
    root.putObject("decoder")
        .put("type", "ByteLevel")
        .put("add_prefix_space", true)
        .put("trim_offsets", true)
        .put("use_regex", true);
    ObjectNode model = root.putObject("model").put("type", "BPE");
    model.putNull("dropout").putNull("unk_token");
    model.putNull("continuing_subword_prefix").putNull("end_of_word_suffix");
    model.put("fuse_unk", false).put("byte_fallback", false);
    // a word that is a token is taken whole, even where no merges lead to it
    model.put("ignore_merges", cut == Cut.LLAMA_3);
    ObjectNode vocabulary = model.putObject("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      vocabulary.put(tokens.get(id), id);
    }
    ArrayNode merges = model.putArray("merges");
    for (String merge : metadata.requiredTexts("tokenizer.ggml.merges")) {
      merges.add(pair(metadata, merge, vocabulary));
    }
  }

  private static Cut cut(Metadata metadata) {
    String name = metadata.text("tokenizer.ggml.pre").orElse("");
    Cut cut = CUTS.get(name);
    if (cut == null) {
      throw Damage.unsupported(
          metadata.file(),
          "its tokenizer cuts texts in the way '" + name + "' (tokenizer.ggml.pre)",
          "take a model whose tokenizer is one of " + String.join(", ", CUTS.keySet()));
    }
    return cut;
  }

  private static ObjectNode preTokenizer(Cut cut) {
    boolean own = !cut.pattern.isEmpty();
    ObjectNode bytes =
        JSON.objectNode()
            .put("type", "ByteLevel")
            .put("add_prefix_space", false)
            .put("trim_offsets", true)
            .put("use_regex", !own);
    if (cut == Cut.GPT_2) {
      return bytes;
    }
    ObjectNode words;
    if (own) {
      words = JSON.objectNode().put("type", "Split").put("behavior", "Isolated");
      words.put("invert", false).putObject("pattern").put("Regex", cut.pattern);
    } else {
      words = JSON.objectNode().put("type", "Digits").put("individual_digits", true);
    }
    ObjectNode both = JSON.objectNode().put("type", "Sequence");
    both.putArray("pretokenizers").add(words).add(bytes);
    return both;
  }

  /** The two tokens of a merge, which make a third. */
  private static ArrayNode pair(Metadata metadata, String merge, ObjectNode vocabulary) {
    int space = merge.indexOf(' ', 1);
    String left = merge.substring(0, Math.max(0, space));
    String right = merge.substring(space + 1);
    if (!vocabulary.has(left) || !vocabulary.has(right) || !vocabulary.has(left + right)) {
      throw Damage.broken(metadata.file(), "the merge '" + merge + "' is not of three tokens");
    }
    return JSON.arrayNode().add(left).add(right);
  }
}
