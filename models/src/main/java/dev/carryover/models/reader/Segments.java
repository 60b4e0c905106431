package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Cuts a sentence so that each code stands in a part of its own. */
final class Segments {
  private static final Set<String> MARKS = Set.of(",", ";", ":", "(", ")", "-", "/", ".", "?", "!");
  private static final Set<String> WORDS =
      Set.of("and", "but", "while", "whereas", "then", "or", "to", "by", "with", "not", "instead");
  private static final Set<String> CLAUSE_MARKS = Set.of(";", "-", "?", "!");
  private static final Set<String> CLAUSE_WORDS =
      Set.of("and", "but", "so", "which", "because", "while", "whereas", "then");

  private Segments() {}

  /**
   * A part of a sentence.
   *
   * @param from index of its first token
   * @param code index of its code
   * @param to index after its last token
   */
  record Segment(int from, int code, int to) {}

  /** The parts in order, one a code; empty where there is no code. */
  static List<Segment> of(List<Token> tokens) {
    List<Integer> codes = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).code()) {
        codes.add(i);
      }
    }
    List<Segment> segments = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < codes.size(); i++) {
      int to = i + 1 < codes.size() ? cut(tokens, codes.get(i), codes.get(i + 1)) : tokens.size();
      segments.add(new Segment(from, codes.get(i), to));
      from = to;
    }
    return segments;
  }

  private static int cut(List<Token> tokens, int code, int next) {
    for (int i = code + 1; i < next; i++) {
      if (MARKS.contains(tokens.get(i).text()) || WORDS.contains(tokens.get(i).lower())) {
        return i;
      }
      if (tokens.get(i).is("for") && traded(tokens, code)) {
        return i;
      }
    }
    return code + 1;
  }

  private static boolean traded(List<Token> tokens, int code) {
    return tokens.subList(Math.max(0, code - 5), code).stream()
        .anyMatch(token -> Set.of("swap", "exchang", "trad").contains(token.stem()));
  }

  /** The clause around a code within its segment. */
  static Segment clause(List<Token> tokens, Segment segment) {
    int from = segment.code();
    while (from > segment.from() && !clauseStart(tokens, from - 1)) {
      from--;
    }
    int to = segment.code() + 1;
    while (to < segment.to() && !clauseStart(tokens, to)) {
      to++;
    }
    return new Segment(from, segment.code(), to);
  }

  private static boolean clauseStart(List<Token> tokens, int at) {
    if (CLAUSE_MARKS.contains(tokens.get(at).text())) {
      return true;
    }
    return CLAUSE_WORDS.contains(tokens.get(at).lower())
        && at > 0
        && (tokens.get(at - 1).is(",") || tokens.get(at).is("but") || tokens.get(at).is("so"));
  }
}
