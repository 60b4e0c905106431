package dev.carryover.models.reader;

import java.util.List;
import java.util.Set;

/**
 * Tells which of two names in a sentence does or is something for the other: Y leads X; X is led by
 * Y; the lead of X is Y; X has Y as its lead.
 */
final class Sides {
  private static final Set<String> OF = Set.of("of", "for", "from", "in", "on", "at");
  private static final Set<String> TO = Set.of("to", "onto", "into", "with", "board");
  private static final Set<String> ARTICLES = Set.of("the", "a", "an", "our");

  private Sides() {}

  /** Whether it is the second one; else it is the first. */
  static boolean secondActs(List<Token> tokens, Mention first, Mention second) {
    List<Token> between = tokens.subList(first.to(), second.from());
    String beforeFirst = before(tokens, first);
    String beforeSecond = before(tokens, second);
    boolean owned = OF.contains(beforeFirst) || tokens.get(first.to() - 1).possessive();
    boolean has = between.stream().anyMatch(token -> token.stem().equals("have"));
    boolean its = tokens.subList(second.to(), tokens.size()).stream().anyMatch(t -> t.is("its"));
    if (owned || has || its || beforeSecond.equals("by")) {
      return true;
    }
    return !OF.contains(beforeSecond) && TO.contains(beforeSecond);
  }

  private static String before(List<Token> tokens, Mention name) {
    int at = name.from() - 1;
    at = at > 0 && ARTICLES.contains(tokens.get(at).lower()) ? at - 1 : at;
    return at < 0 ? "" : tokens.get(at).lower();
  }
}
