package dev.carryover.models.transformer.gguf;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tokens that a file gives a role, such as the one that ends a text ({@code eos}). */
final class SpecialTokens {
  private static final List<String> ENDS = List.of("eos", "eot", "eom");

  private final Metadata metadata;
  private final List<String> tokens;

  SpecialTokens(Metadata metadata) {
    this.metadata = metadata;
    this.tokens = metadata.requiredTexts(GgufTokenizer.TOKENS);
  }

  /** The token that a text begins with, where the model was trained with one. */
  OptionalInt beginning() {
    boolean byDefault =
        metadata.requiredText(GgufTokenizer.KIND).equals(GgufTokenizer.SENTENCE_PIECE)
            || ByteLevelBpe.beginsByDefault(metadata);
    return metadata.flag("tokenizer.ggml.add_bos_token").orElse(byDefault)
        ? id("bos")
        : OptionalInt.empty();
  }

  /** After these, nothing more is to be generated. */
  SortedSet<Integer> ends() {
    SortedSet<Integer> ends = new TreeSet<>();
    ENDS.forEach(role -> id(role).ifPresent(ends::add));
    return ends;
  }

  /** The token of a role as it is written, where the file names one. */
  Optional<String> text(String role) {
    OptionalInt id = id(role);
    return id.isPresent() ? Optional.of(tokens.get(id.getAsInt())) : Optional.empty();
  }

  private OptionalInt id(String role) {
    String key = "tokenizer.ggml." + role + "_token_id";
    if (metadata.integer(key).isEmpty()) {
      return OptionalInt.empty();
    }
    int id = metadata.requiredInteger(key);
    if (id < 0 || id >= tokens.size()) {
      throw Damage.broken(metadata.file(), key + " is " + id + ", and no token has this number");
    }
    return OptionalInt.of(id);
  }
}
