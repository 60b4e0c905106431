package dev.carryover.models.reader;

import java.util.List;
import java.util.Set;

/**
 * Tells on which side of a relation a name stands: who leads, buys or is the deputy does it; who is
 * led, bought, or has the deputy, stands on the other side.
 */
final class Roles {
  private static final Set<String> OWNED_BY = Set.of("of", "for", "in", "on", "at", "to");
  private static final Set<String> ARTICLES =
      Set.of("the", "a", "an", "its", "his", "her", "their", "our", "my", "your", "one");

  /** A side of a relation. */
  enum Side {
    /** Does it, or is the one that the noun names. */
    DOER,
    /** It is done to, or the noun is theirs. */
    OTHER,
    /** Cannot be told. */
    UNKNOWN
  }

  private Roles() {}

  /**
   * The side of a name.
   *
   * @param pivot index of the word of the relation
   * @param from index of the name's first token
   * @param to index after its last
   */
  static Side side(List<Token> tokens, int pivot, int from, int to) {
    return noun(tokens, pivot) ? bySide(tokens, pivot, from, to) : byVerb(tokens, pivot, from);
  }

  private static boolean noun(List<Token> tokens, int pivot) {
    if (pivot + 1 < tokens.size()) {
      Token next = tokens.get(pivot + 1);
      boolean participle =
          tokens.get(pivot).lower().endsWith("ed") || tokens.get(pivot).lower().endsWith("ing");
      if ((next.is("of") || next.is("for")) && !participle) {
        return true;
      }
    }
    boolean inflected =
        tokens.get(pivot).lower().endsWith("ed") || tokens.get(pivot).lower().endsWith("ing");
    if (!Lexicon.verb(tokens.get(pivot).stem()) && !inflected
        || pivot > 0 && tokens.get(pivot - 1).stem().equals("hav")) {
      return true;
    }
    for (int i = pivot - 1; i >= Math.max(0, pivot - 3); i--) {
      Token before = tokens.get(i);
      if (ARTICLES.contains(before.lower()) || before.possessive()) {
        return !MentionFinder.inflectedVerb(tokens.get(pivot)) || i == pivot - 1;
      }
      if (!before.content() || before.capital()) {
        return false;
      }
    }
    return false;
  }

  private static Side bySide(List<Token> tokens, int pivot, int from, int to) {
    if (to <= pivot && tokens.get(to - 1).possessive() && pivot - to <= 2) {
      return Side.OTHER;
    }
    if (from > pivot) {
      for (int i = Math.max(pivot + 1, from - 2); i < from; i++) {
        if (OWNED_BY.contains(tokens.get(i).lower())) {
          return Side.OTHER;
        }
      }
    }
    for (int i = 0; i < pivot; i++) {
      if (tokens.get(i).stem().equals("hav") && has(tokens, i)) {
        return to <= i ? Side.OTHER : Side.DOER;
      }
    }
    for (int i = to; i < Math.min(to + 2, tokens.size()); i++) {
      if (tokens.get(i).stem().equals("be") || tokens.get(i).is(",")) {
        return Side.DOER;
      }
    }
    boolean named = from > pivot && from > 0 && be(tokens, pivot, from);
    return named ? Side.DOER : Side.UNKNOWN;
  }

  private static boolean has(List<Token> tokens, int at) {
    return at + 1 < tokens.size() && !tokens.get(at + 1).is("been");
  }

  private static boolean be(List<Token> tokens, int from, int to) {
    for (int i = from; i < to; i++) {
      if (tokens.get(i).stem().equals("be") || tokens.get(i).is(":") || tokens.get(i).is(",")) {
        return true;
      }
    }
    return false;
  }

  private static Side byVerb(List<Token> tokens, int pivot, int from) {
    boolean passive = false;
    for (int i = pivot - 1; i >= Math.max(0, pivot - 3); i--) {
      passive |= tokens.get(i).stem().equals("be") || tokens.get(i).is("got");
    }
    passive &= !tokens.get(pivot).lower().endsWith("ing");
    boolean by = false;
    for (int i = pivot + 1; i < Math.min(tokens.size(), pivot + 3); i++) {
      by |= tokens.get(i).is("by");
    }
    passive |= by && tokens.get(pivot).lower().endsWith("ed");
    if (!passive) {
      return from < pivot ? Side.DOER : Side.OTHER;
    }
    if (from < pivot) {
      return Side.OTHER;
    }
    return by ? Side.DOER : Side.UNKNOWN;
  }
}
