package dev.carryover.models.transformer.chat;

import java.util.ArrayList;
import java.util.List;

/**
 * A word of an expression.
 *
 * @param text of a string, its content
 */
record Token(Kind kind, String text) {
  private static final List<String> PAIRS = List.of("//", "==", "!=", "<=", ">=");
  private static final String MARKS = "+-*/%~<>=.,:|()[]{}";

  enum Kind {
    NAME,
    NUMBER,
    STRING,
    MARK,
    END
  }

  /** The words of an expression, and an end. */
  static List<Token> of(String text) {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int from = at;
      if (Character.isWhitespace(c)) {
        at++;
      } else if (isNamePart(c)) {
        while (at < text.length() && isNamePart(text.charAt(at))) {
          at++;
        }
        tokens.add(new Token(isDigit(c) ? Kind.NUMBER : Kind.NAME, text.substring(from, at)));
      } else if (c == '\'' || c == '"') {
        at = stringEnd(text, at);
        tokens.add(new Token(Kind.STRING, unescaped(text.substring(from + 1, at - 1))));
      } else {
        at += PAIRS.stream().anyMatch(pair -> text.startsWith(pair, from)) ? 2 : 1;
        if (MARKS.indexOf(c) < 0 && at == from + 1) {
          throw new TemplateException("'" + c + "' has no meaning in an expression");
        }
        tokens.add(new Token(Kind.MARK, text.substring(from, at)));
      }
    }
    tokens.add(new Token(Kind.END, "the end"));
    return tokens;
  }

  private static boolean isNamePart(char c) {
    return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int stringEnd(String text, int start) {
    for (int i = start + 1; i < text.length(); i++) {
      if (text.charAt(i) == text.charAt(start)) {
        return i + 1;
      }
      i += text.charAt(i) == '\\' ? 1 : 0;
    }
    throw new TemplateException("a text is not closed: " + text.substring(start));
  }

  private static String unescaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      i++;
      switch (text.charAt(i)) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 'u' -> {
          out.append(hexadecimal(text, i + 1));
          i += 4;
        }
        case '\\', '\'', '"' -> out.append(text.charAt(i));
        default -> out.append('\\').append(text.charAt(i));
      }
    }
    return out.toString();
  }

  private static char hexadecimal(String text, int from) {
    try {
      return (char) Integer.parseInt(text.substring(from, from + 4), 16);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new TemplateException("'" + text + "' has an escape that is none");
    }
  }
}
