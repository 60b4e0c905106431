package dev.carryover.models.reader;

import dev.carryover.core.scoring.ExactCodeScoring;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Cuts a line of English into tokens. */
final class Tokenizer {
  private static final Pattern MEASURE =
      Pattern.compile("\\d+(?:st|nd|rd|th|s|am|pm|h|kg|km|cm|mm|min|gb|mb|kb|ml|x)");
  private static final Set<String> TITLES = Set.of("Mr", "Mrs", "Ms", "Dr", "Prof", "Sir", "Madam");
  private static final int LONGEST_CODE = 40;
  private static final Map<String, List<String>> NEGATED =
      Map.of("can't", List.of("can", "not"), "won't", List.of("will", "not"));
  private static final Map<String, String> ENDINGS =
      Map.of("re", "are", "ve", "have", "ll", "will", "d", "would", "m", "am");
  private static final List<String> IS_AFTER =
      List.of(
          "it",
          "that",
          "this",
          "he",
          "she",
          "what",
          "here",
          "there",
          "who",
          "where",
          "when",
          "which",
          "how",
          "one",
          "everything",
          "let");

  private final String line;
  private final List<Token> tokens = new ArrayList<>();

  private Tokenizer(String line) {
    this.line = line;
  }

  /** The tokens of a line, dates joined. */
  static List<Token> tokens(String line) {
    Tokenizer tokenizer = new Tokenizer(line);
    tokenizer.scan();
    return DateFinder.join(tokenizer.tokens);
  }

  private void scan() {
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (Character.isLetterOrDigit(c)) {
        int end = wordEnd(at);
        String text = line.substring(at, end);
        if (TITLES.contains(text)) {
          at = end < line.length() && line.charAt(end) == '.' ? end + 1 : end;
          continue;
        }
        pieces(text.replace('\u2019', '\''), end);
        at = end;
      } else {
        if (!Character.isWhitespace(c) && !Character.isISOControl(c) && !ownerMark(at)) {
          tokens.add(Token.mark(c == '\'' ? "\"" : mark(c)));
        }
        at++;
      }
    }
  }

  private boolean ownerMark(int at) {
    return (line.charAt(at) == '\'' || line.charAt(at) == '\u2019')
        && at > 0
        && line.charAt(at - 1) == 's'
        && !tokens.isEmpty()
        && tokens.get(tokens.size() - 1).possessive();
  }

  private static String mark(char c) {
    switch (c) {
      case '\u201c', '\u201d', '\u2018', '\u00ab', '\u00bb':
        return "\"";
      case '\u2013', '\u2014':
        return "-";
      default:
        return String.valueOf(c);
    }
  }

  private int wordEnd(int from) {
    int at = from + 1;
    while (at < line.length()) {
      char c = line.charAt(at);
      boolean inside =
          Character.isLetterOrDigit(c)
              || at + 1 < line.length()
                  && Character.isLetterOrDigit(line.charAt(at + 1))
                  && Character.isLetterOrDigit(line.charAt(at - 1))
                  && joins(c, at);
      if (!inside) {
        return at;
      }
      at++;
    }
    return at;
  }

  private boolean joins(char c, int at) {
    if (c == '-' || c == '\'' || c == '\u2019') {
      return true;
    }
    boolean digits =
        Character.isDigit(line.charAt(at - 1)) && Character.isDigit(line.charAt(at + 1));
    if (c == ':' || c == '/') {
      return digits;
    }
    if (c == '.') {
      boolean initials = at < 2 || !Character.isLetterOrDigit(line.charAt(at - 2));
      return digits || initials && (at + 2 >= line.length() || line.charAt(at + 2) == '.');
    }
    return false;
  }

  private void pieces(String text, int end) {
    int quote = text.lastIndexOf('\'');
    if (quote > 0) {
      apostrophe(text, text.substring(0, quote), text.substring(quote + 1));
    } else {
      word(text, pluralOwner(text, end));
    }
  }

  /** Whether an s is followed by an apostrophe and a space: the interns' code. */
  private boolean pluralOwner(String text, int end) {
    return text.endsWith("s")
        && end + 1 < line.length()
        && (line.charAt(end) == '\'' || line.charAt(end) == '\u2019')
        && line.charAt(end + 1) == ' ';
  }

  private void apostrophe(String text, String before, String after) {
    String lower = text.toLowerCase(Locale.ROOT);
    String ending = after.toLowerCase(Locale.ROOT);
    if (NEGATED.containsKey(lower)) {
      NEGATED.getOrDefault(lower, List.of()).forEach(part -> add(part, false));
    } else if (ending.equals("t") && lower.endsWith("n't")) {
      add(text.substring(0, text.length() - 3), false);
      add("not", false);
    } else if (ending.equals("s")) {
      boolean is = IS_AFTER.contains(before.toLowerCase(Locale.ROOT));
      word(before, !is);
      if (is) {
        add("is", false);
      }
    } else if (ENDINGS.containsKey(ending)) {
      add(before, false);
      add(ENDINGS.getOrDefault(ending, ending), false);
    } else {
      add(text, false);
    }
  }

  private void word(String text, boolean possessive) {
    boolean split = text.indexOf('-') > 0 && text.chars().noneMatch(Character::isDigit);
    String[] parts = split ? text.split("-+") : new String[] {text};
    for (int i = 0; i < parts.length; i++) {
      add(parts[i], possessive && i == parts.length - 1);
    }
  }

  private void add(String text, boolean possessive) {
    if (text.isEmpty()) {
      return;
    }
    Optional<Stamp> stamp = DateFinder.numeric(text);
    if (stamp.isPresent()) {
      tokens.add(Token.date(text, stamp.get()));
      return;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("a.k.a") || lower.equals("aka")) {
      tokens.add(new Token("aka", "aka", "aka", Token.Kind.WORD, false, Optional.empty()));
      return;
    }
    boolean digits = text.chars().anyMatch(Character::isDigit);
    Token.Kind kind =
        !digits ? Token.Kind.WORD : code(text, lower) ? Token.Kind.CODE : Token.Kind.NUMBER;
    String stem = kind == Token.Kind.WORD ? Stems.stem(lower) : lower;
    tokens.add(new Token(text, lower, stem, kind, possessive, Optional.empty()));
  }

  private static boolean code(String text, String lower) {
    return text.length() <= LONGEST_CODE
        && ExactCodeScoring.isCode(text)
        && !MEASURE.matcher(lower).matches();
  }
}
