package dev.carryover.models.reader;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names as the text of an event writes them. */
final class Surfaces {
  private static final String BETWEEN = "[^\\p{L}\\p{N}]{1,3}";

  private final String text;
  private final Map<String, String> byKey = new HashMap<>();

  /** The names in a text; nothing is known of it yet. */
  Surfaces(String text) {
    this.text = text;
  }

  /** Remembers how the names of a sentence, or a speaker, are written. */
  void note(List<Token> tokens, List<Mention> mentions) {
    for (Mention mention : mentions) {
      if (mention.here() && mention.to() > mention.from()) {
        byKey.put(mention.key(), written(tokens.subList(mention.from(), mention.to())));
      }
    }
  }

  /** Remembers a name under its stems. */
  void note(String name) {
    String key = Tokenizer.tokens(name).stream().map(Token::stem).collect(Collectors.joining(" "));
    byKey.put(key, name);
  }

  /** How a name is written that a mention or an alias means. */
  Optional<String> of(String key, List<Token> tokens) {
    int length = key.split(" ").length;
    for (int from = 0; from + length <= tokens.size(); from++) {
      List<Token> run = tokens.subList(from, from + length);
      if (run.stream().map(Token::stem).collect(Collectors.joining(" ")).equals(key)) {
        return Optional.of(written(run));
      }
    }
    return Optional.ofNullable(byKey.get(key));
  }

  /** Tokens as the text writes them, without a possessive ending. */
  String written(List<Token> tokens) {
    String pattern =
        tokens.stream().map(t -> Pattern.quote(t.text())).collect(Collectors.joining(BETWEEN));
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find()
        ? found.group()
        : tokens.stream().map(Token::text).collect(Collectors.joining(" "));
  }
}
