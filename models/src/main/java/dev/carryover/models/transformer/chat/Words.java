package dev.carryover.models.transformer.chat;

import dev.carryover.models.transformer.chat.Token.Kind;
import java.util.List;

/** The words of one mark, read from left to right. */
final class Words {
  private final List<Token> tokens;
  private int at;

  Words(String text) {
    this.tokens = Token.of(text);
  }

  Token next() {
    Token token = tokens.get(at);
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }

  /** Takes a mark or a word if it comes next. */
  boolean take(String text) {
    boolean there = isNext(text);
    at += there ? 1 : 0;
    return there;
  }

  boolean isNext(String text) {
    return isAt(0, text);
  }

  /** Takes two words if they come next. */
  boolean take(String first, String second) {
    boolean there = isAt(0, first) && isAt(1, second);
    at += there ? 2 : 0;
    return there;
  }

  private boolean isAt(int ahead, String text) {
    Token token = tokens.get(Math.min(at + ahead, tokens.size() - 1));
    return (token.kind() == Kind.MARK || token.kind() == Kind.NAME) && token.text().equals(text);
  }

  /** Whether a name comes next that is set by {@code name = …}. */
  boolean isAssignment() {
    return tokens.get(at).kind() == Kind.NAME && isAt(1, "=");
  }

  void require(String text) {
    if (!take(text)) {
      throw unexpected("'" + text + "'");
    }
  }

  String name() {
    if (tokens.get(at).kind() != Kind.NAME) {
      throw unexpected("a name");
    }
    return next().text();
  }

  void requireEnd() {
    if (tokens.get(at).kind() != Kind.END) {
      throw unexpected("the end");
    }
  }

  TemplateException unexpected(String wanted) {
    return new TemplateException(
        "%s should come where '%s' is".formatted(wanted, tokens.get(at).text()));
  }
}
