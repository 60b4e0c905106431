package dev.carryover.models.reader;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A line of a transcript.
 *
 * @param time in brackets at its start
 * @param speaker the words before the first colon; empty where they name nobody
 * @param tokens the rest; empty for a line that only tells the time
 */
record Line(Optional<Stamp> time, List<Token> speaker, List<Token> tokens) {
  private static final Pattern LIST_MARK = Pattern.compile("^\\s*[-*]\\s+");
  private static final int LONGEST_SPEAKER = 3;
  private static final int LONGEST_TIME = 48;

  /** Takes a line apart. A mark that makes it an item of a list is no part of it. */
  static Line of(String text) {
    String rest = LIST_MARK.matcher(text).replaceFirst("").strip();
    Optional<Stamp> time = Optional.empty();
    int close =
        rest.startsWith("[") ? rest.indexOf(']') : rest.startsWith("(") ? rest.indexOf(')') : -1;
    if (close > 0 && close <= LONGEST_TIME) {
      time =
          Tokenizer.tokens(rest.substring(1, close)).stream()
              .flatMap(token -> token.stamp().stream())
              .findFirst();
      rest = time.isPresent() ? rest.substring(close + 1).strip() : rest;
    }
    List<Token> tokens = Tokenizer.tokens(rest);
    int colon = speakerEnd(tokens);
    return colon > 0
        ? new Line(time, tokens.subList(0, colon), tokens.subList(colon + 1, tokens.size()))
        : new Line(time, List.of(), tokens);
  }

  private static int speakerEnd(List<Token> tokens) {
    for (int i = 0; i < Math.min(tokens.size(), LONGEST_SPEAKER + 1); i++) {
      Token token = tokens.get(i);
      if (token.is(":")) {
        boolean label = i > 0 && tokens.get(i - 1).identifierHead();
        return label || !says(tokens, i + 1) ? -1 : i;
      }
      if (i == 0 && (token.function() || token.lower().endsWith("ing"))) {
        return -1;
      }
      boolean name =
          token.word() && !token.possessive() && (i > 0 || token.capital() || chatRole(token));
      if (!name) {
        return -1;
      }
    }
    return -1;
  }

  private static boolean chatRole(Token token) {
    return token.is("user") || token.is("assistant") || token.is("system");
  }

  private static boolean says(List<Token> tokens, int from) {
    return tokens.subList(Math.min(from, tokens.size()), tokens.size()).stream()
        .anyMatch(Token::word);
  }
}
