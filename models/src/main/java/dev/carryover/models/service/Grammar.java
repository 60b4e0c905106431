package dev.carryover.models.service;

/**
 * Translates a regular expression into llama.cpp's grammar language: both share classes, groups,
 * alternatives and counts; literals are quoted, {@code \d} is spelled out, and {@code \n} is a line
 * end.
 */
final class Grammar {
  private static final String OPERATORS = "()|*+?";

  private final String form;
  private final StringBuilder grammar = new StringBuilder("root ::= ");
  private int at;

  private Grammar(String form) {
    this.form = form;
  }

  /**
   * The grammar of the texts that match as a whole.
   *
   * @throws IllegalArgumentException if the expression uses more than that
   */
  static String of(String form) {
    Grammar translation = new Grammar(form);
    while (translation.at < form.length()) {
      translation.next();
    }
    return translation.grammar.toString();
  }

  private void next() {
    char c = form.charAt(at);
    if (form.startsWith("(?:", at)) {
      grammar.append("( ");
      at += 3;
    } else if (OPERATORS.indexOf(c) >= 0) {
      grammar.append(c).append(' ');
      at++;
    } else if (c == '[') {
      copyThrough(']');
    } else if (c == '{') {
      copyThrough('}');
    } else if (c == '\\') {
      escape();
    } else if (c == '.' || c == '^' || c == '$') {
      throw unknown("'" + c + "'");
    } else {
      literal(c);
      at++;
    }
  }

  private void copyThrough(char last) {
    int end = form.indexOf(last, at);
    while (end > 0 && form.charAt(end - 1) == '\\') {
      end = form.indexOf(last, end + 1);
    }
    if (end < 0) {
      throw unknown("'" + form.charAt(at) + "' without '" + last + "'");
    }
    grammar.append(form.substring(at, end + 1).replace("\\d", "0-9")).append(' ');
    at = end + 1;
  }

  private void escape() {
    if (at + 1 == form.length()) {
      throw unknown("'\\' at the end");
    }
    char escaped = form.charAt(at + 1);
    if (escaped == 'd') {
      grammar.append("[0-9] ");
    } else if (escaped == 'n') {
      grammar.append("\"\\n\" ");
    } else if (Character.isLetterOrDigit(escaped)) {
      throw unknown("'\\" + escaped + "'");
    } else {
      literal(escaped);
    }
    at += 2;
  }

  private void literal(char c) {
    grammar.append('"').append(c == '"' || c == '\\' ? "\\" : "").append(c).append("\" ");
  }

  private IllegalArgumentException unknown(String what) {
    return new IllegalArgumentException(
        "%s in the form '%s', which a grammar cannot be made of".formatted(what, form));
  }
}
