package dev.carryover.models.nano.training;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.models.nano.NanoVocabulary;
import java.util.List;

/** A nano vocabulary as a {@code tokenizer.json} that Hugging Face's library reads: WordPiece. */
final class TokenizerFile {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int LONGEST_WORD = 100;

  private TokenizerFile() {}

  static String of(NanoVocabulary vocabulary) {
    ObjectNode root = JSON.objectNode().put("version", "1.0");
    root.putNull("truncation");
    root.putNull("padding");
    ArrayNode added = root.putArray("added_tokens");
    for (String special :
        List.of(NanoVocabulary.PAD, NanoVocabulary.BEGIN, NanoVocabulary.UNKNOWN)) {
      added
          .addObject()
          .put("id", vocabulary.number(special))
          .put("content", special)
          .put("single_word", false)
          .put("lstrip", false)
          .put("rstrip", false)
          .put("normalized", false)
          .put("special", true);
    }
    root.putNull("normalizer");
    root.putObject("pre_tokenizer").put("type", "WhitespaceSplit");
    root.set("post_processor", beginning(vocabulary));
    root.putObject("decoder")
        .put("type", "WordPiece")
        .put("prefix", NanoVocabulary.CONTINUED)
        .put("cleanup", false);
    root.set("model", model(vocabulary));
    return root.toPrettyString() + "\n";
  }

  /** Puts the beginning in front of a text. */
  private static ObjectNode beginning(NanoVocabulary vocabulary) {
    ObjectNode template = JSON.objectNode().put("type", "TemplateProcessing");
    sequence(template.putArray("single"), "A", 0);
    ArrayNode pair = template.putArray("pair");
    sequence(pair, "A", 0);
    pair.addObject().putObject("Sequence").put("id", "B").put("type_id", 1);
    ObjectNode special =
        template
            .putObject("special_tokens")
            .putObject(NanoVocabulary.BEGIN)
            .put("id", NanoVocabulary.BEGIN);
    special.putArray("ids").add(vocabulary.number(NanoVocabulary.BEGIN));
    special.putArray("tokens").add(NanoVocabulary.BEGIN);
    return template;
  }

  private static void sequence(ArrayNode parts, String id, int type) {
    parts.addObject().putObject("SpecialToken").put("id", NanoVocabulary.BEGIN).put("type_id", 0);
    parts.addObject().putObject("Sequence").put("id", id).put("type_id", type);
  }

  private static ObjectNode model(NanoVocabulary vocabulary) {
    ObjectNode model =
        JSON.objectNode()
            .put("type", "WordPiece")
            .put("unk_token", NanoVocabulary.UNKNOWN)
            .put("continuing_subword_prefix", NanoVocabulary.CONTINUED)
            .put("max_input_chars_per_word", LONGEST_WORD);
    ObjectNode tokens = model.putObject("vocab");
    vocabulary.tokens().forEach(token -> tokens.put(token, vocabulary.number(token)));
    return model;
  }
}
