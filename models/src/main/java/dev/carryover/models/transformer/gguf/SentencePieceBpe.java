package dev.carryover.models.transformer.gguf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SentencePiece's byte-pair encoding (kind {@code llama}): pieces of characters with scores, bytes
 * where no piece fits. A pair is merged by the score of what it makes, the best first; here the
 * pairs are listed in that order, since the library takes ranks and no scores.
 */
final class SentencePieceBpe {
  private static final String SPACE = "\u2581";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SentencePieceBpe() {}

  static void describe(Metadata metadata, List<String> tokens, long[] types, ObjectNode root) {
    double[] scores =
        metadata
            .numbers("tokenizer.ggml.scores")
            .orElseThrow(() -> metadata.missing("tokenizer.ggml.scores"));
    if (scores.length != tokens.size()) {
      throw Damage.broken(
          metadata.file(), "%,d tokens, but %,d scores".formatted(tokens.size(), scores.length));
    }
    boolean prefix = metadata.flag("tokenizer.ggml.add_space_prefix").orElse(true);
    root.set("normalizer", normalizer(prefix));
    root.putNull("pre_tokenizer");
    root.set("decoder", decoder(prefix));
    ObjectNode model = root.putObject("model").put("type", "BPE");
    model.putNull("dropout").put("unk_token", unknown(metadata, tokens));
    model.putNull("continuing_subword_prefix").putNull("end_of_word_suffix");
    model.put("fuse_unk", true).put("byte_fallback", true).put("ignore_merges", false);
    ObjectNode vocabulary = model.putObject("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      vocabulary.put(tokens.get(id), id);
    }
    ArrayNode merges = model.putArray("merges");
    for (Merge merge : merges(tokens, types, scores)) {
      String whole = tokens.get(merge.id);
      merges.addArray().add(whole.substring(0, merge.cut)).add(whole.substring(merge.cut));
    }
  }

  private static String unknown(Metadata metadata, List<String> tokens) {
    int id = metadata.requiredInteger("tokenizer.ggml.unknown_token_id");
    if (id < 0 || id >= tokens.size()) {
      throw Damage.broken(
          metadata.file(), "the unknown token is %d, and no token has this number".formatted(id));
    }
    return tokens.get(id);
  }

  private static ObjectNode normalizer(boolean prefix) {
    ObjectNode normalizer = JSON.objectNode().put("type", "Sequence");
    ArrayNode steps = normalizer.putArray("normalizers");
    if (prefix) {
      steps.addObject().put("type", "Prepend").put("prepend", SPACE);
    }
    steps.add(replace(" ", SPACE));
    return normalizer;
  }

  private static ObjectNode decoder(boolean prefix) {
    ObjectNode decoder = JSON.objectNode().put("type", "Sequence");
    ArrayNode steps = decoder.putArray("decoders");
    steps.add(replace(SPACE, " "));
    steps.addObject().put("type", "ByteFallback");
    steps.addObject().put("type", "Fuse");
    if (prefix) {
      steps.addObject().put("type", "Strip").put("content", " ").put("start", 1).put("stop", 0);
    }
    return decoder;
  }

  private static ObjectNode replace(String from, String to) {
    ObjectNode replace = JSON.objectNode().put("type", "Replace").put("content", to);
    replace.putObject("pattern").put("String", from);
    return replace;
  }

  /** A token and where it can be cut into two. */
  private record Merge(int id, int cut, int left, int right) {}

  private static List<Merge> merges(List<String> tokens, long[] types, double[] scores) {
    Map<String, Integer> ids = new HashMap<>();
    for (int id = 0; id < tokens.size(); id++) {
      if (types[id] == GgufTokenizer.NORMAL || types[id] == GgufTokenizer.USER_DEFINED) {
        ids.put(tokens.get(id), id);
      }
    }
    List<Merge> merges = new ArrayList<>();
    for (int id = 0; id < tokens.size(); id++) {
      String whole = tokens.get(id);
      for (int cut = 1; cut < whole.length() && ids.containsKey(whole); cut++) {
        Integer left = ids.get(whole.substring(0, cut));
        Integer right = ids.get(whole.substring(cut));
        if (left != null && right != null) {
          merges.add(new Merge(id, cut, left, right));
        }
      }
    }
    merges.sort(
        Comparator.comparingDouble((Merge merge) -> -scores[merge.id])
            .thenComparingInt(Merge::left)
            .thenComparingInt(Merge::right));
    return merges;
  }
}
