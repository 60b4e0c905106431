package dev.carryover.models.transformer.chat;

import dev.carryover.models.transformer.chat.Piece.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a template into pieces, and takes away the white space around marks as their dashes ask. As
 * transformers sets Jinja: the newline after a statement goes, and so does the space between a
 * line's beginning and a statement.
 */
final class Cutter {
  private final String source;
  private final List<Piece> pieces = new ArrayList<>();
  private int at;
  private int line = 1;

  /** Lines end as Unix has them, and the template's last newline is none of its text. */
  private Cutter(String template) {
    String lines = template.replace("\r\n", "\n").replace('\r', '\n');
    this.source = lines.endsWith("\n") ? lines.substring(0, lines.length() - 1) : lines;
  }

  static List<Piece> cut(String template) {
    var cutter = new Cutter(template);
    Optional<Kind> last = Optional.empty();
    while (cutter.at < cutter.source.length()) {
      last = cutter.next(last);
    }
    return cutter.pieces;
  }

  /** A text, which may be empty, and the mark after it. */
  private Optional<Kind> next(Optional<Kind> before) {
    int open = nextOpen();
    int from = textStart(before);
    if (open == source.length()) {
      add(Kind.TEXT, from, open, open);
      return Optional.empty();
    }
    Kind kind = kind(open).orElseThrow();
    add(Kind.TEXT, from, textEnd(from, open, kind), open);
    int close = close(open, kind);
    int inner = open + 2 + (isSign(open + 2) ? 1 : 0);
    add(kind, inner, Math.max(inner, close - (isSign(close - 1) ? 1 : 0)), close + 2);
    return Optional.of(kind);
  }

  private void add(Kind kind, int from, int to, int next) {
    if (kind != Kind.TEXT || from < to) {
      pieces.add(new Piece(kind, source.substring(from, Math.max(from, to)), line));
    }
    line += (int) source.substring(at, next).chars().filter(c -> c == '\n').count();
    at = next;
  }

  private int nextOpen() {
    int open = source.indexOf('{', at);
    while (open >= 0 && kind(open).isEmpty()) {
      open = source.indexOf('{', open + 1);
    }
    return open < 0 ? source.length() : open;
  }

  private Optional<Kind> kind(int open) {
    if (open + 1 < source.length()) {
      for (Kind kind : Kind.values()) {
        if (kind != Kind.TEXT && source.charAt(open + 1) == kind.sign()) {
          return Optional.of(kind);
        }
      }
    }
    return Optional.empty();
  }

  /** The closing mark; but for a comment, one within quotes or braces does not count. */
  private int close(int open, Kind kind) {
    char quote = 0;
    int braces = 0;
    for (int i = open + 2; i < source.length(); i++) {
      char c = source.charAt(i);
      if (quote != 0) {
        i += c == '\\' ? 1 : 0;
        quote = c == quote ? 0 : quote;
      } else if (braces == 0 && source.startsWith(kind.close(), i)) {
        return i;
      } else if (kind != Kind.COMMENT) {
        quote = c == '\'' || c == '"' ? c : 0;
        braces += c == '{' ? 1 : c == '}' && braces > 0 ? -1 : 0;
      }
    }
    throw new TemplateException(
        "line " + line + ": a mark is not closed by '" + kind.close() + "'");
  }

  private boolean isSign(int place) {
    return place < source.length() && (source.charAt(place) == '-' || source.charAt(place) == '+');
  }

  private int textStart(Optional<Kind> before) {
    if (before.isEmpty()) {
      return at;
    }
    char sign = source.charAt(at - 3);
    if (sign == '-') {
      int start = at;
      while (start < source.length() && Values.isSpace(source.charAt(start))) {
        start++;
      }
      return start;
    }
    boolean newline = before.get() != Kind.OUTPUT && sign != '+' && source.startsWith("\n", at);
    return newline ? at + 1 : at;
  }

  private int textEnd(int from, int open, Kind kind) {
    boolean all = open + 2 < source.length() && source.charAt(open + 2) == '-';
    boolean indent = !all && kind != Kind.OUTPUT && !source.startsWith("+", open + 2);
    int end = open;
    while (end > from
        && (all && Values.isSpace(source.charAt(end - 1))
            || indent && (source.charAt(end - 1) == ' ' || source.charAt(end - 1) == '\t'))) {
      end--;
    }
    boolean lineStart = end == 0 || end > 0 && source.charAt(end - 1) == '\n';
    return all || indent && lineStart ? end : open;
  }
}
