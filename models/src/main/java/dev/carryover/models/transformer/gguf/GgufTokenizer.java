package dev.carryover.models.transformer.gguf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * From a GGUF file's tables to a Hugging Face {@code tokenizer.json}, which the tokenizers library
 * runs.
 */
final class GgufTokenizer {
  static final String TOKENS = "tokenizer.ggml.tokens";
  static final String KIND = "tokenizer.ggml.model";
  static final String SENTENCE_PIECE = "llama";

  /** Kinds of token, as {@code tokenizer.ggml.token_type} numbers them. */
  static final int NORMAL = 1;

  static final int CONTROL = 3;
  static final int USER_DEFINED = 4;

  /** Longer than any token of a real vocabulary, in characters. */
  private static final int LONGEST = 1_024;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private GgufTokenizer() {}

  /**
   * Describes how texts are cut; nothing is put before or after them.
   *
   * @param vocabulary rows of the model's embedding
   */
  static String json(Metadata metadata, int vocabulary) {
    Path file = metadata.file();
    List<String> tokens = metadata.requiredTexts(TOKENS);
    if (tokens.size() != vocabulary) {
      throw Damage.broken(
          file,
          "%,d tokens, but the embedding has %,d rows: the tokenizer is another model's"
              .formatted(tokens.size(), vocabulary));
    }
    requireUsable(file, tokens);
    long[] types = types(metadata, tokens.size());
    String kind = metadata.requiredText(KIND);
    ObjectNode root = JSON.objectNode();
    root.put("version", "1.0");
    root.set("added_tokens", addedTokens(file, tokens, types));
    switch (kind) {
      case "gpt2" -> ByteLevelBpe.describe(metadata, tokens, root);
      case SENTENCE_PIECE -> SentencePieceBpe.describe(metadata, tokens, types, root);
      default ->
          throw Damage.unsupported(
              file,
              "its tokenizer is of the kind '" + kind + "'",
              "take a model whose tokenizer is of the kind gpt2 or llama");
    }
    return root.toString();
  }

  private static void requireUsable(Path file, List<String> tokens) {
    Set<String> seen = new HashSet<>();
    for (int id = 0; id < tokens.size(); id++) {
      if (tokens.get(id).length() > LONGEST) {
        throw Damage.broken(
            file, "token %d has %,d characters".formatted(id, tokens.get(id).length()));
      }
      if (!seen.add(tokens.get(id))) {
        throw Damage.broken(
            file, "token %d, '%s', stands a second time".formatted(id, tokens.get(id)));
      }
    }
  }

  private static long[] types(Metadata metadata, int count) {
    long[] types =
        metadata
            .integers("tokenizer.ggml.token_type")
            .orElseThrow(() -> metadata.missing("tokenizer.ggml.token_type"));
    if (types.length != count) {
      throw Damage.broken(
          metadata.file(), "%,d tokens, but %,d token types".formatted(count, types.length));
    }
    return types;
  }

  /** Tokens that are found in a text before anything else. */
  private static ArrayNode addedTokens(Path file, List<String> tokens, long[] types) {
    ArrayNode added = JSON.arrayNode();
    for (int id = 0; id < types.length; id++) {
      if (types[id] != CONTROL && types[id] != USER_DEFINED) {
        continue;
      }
      if (tokens.get(id).isEmpty()) {
        throw Damage.broken(file, "the special token %d is empty".formatted(id));
      }
      ObjectNode token = added.addObject();
      token.put("id", id).put("content", tokens.get(id));
      token.put("single_word", false).put("lstrip", false).put("rstrip", false);
      token.put("normalized", false).put("special", types[id] == CONTROL);
    }
    return added;
  }
}
