package dev.carryover.models.reader;

import dev.carryover.models.reader.Fact.Standing;
import dev.carryover.models.reader.Segments.Segment;
import java.util.List;
import java.util.Set;

/** Tells from the words around a code whether it holds, held, or is only supposed. */
final class StandingFinder {
  private static final Set<String> FORMER_BEFORE = Cues.words("former");
  private static final Set<String> RECENT = Cues.words("recent");
  private static final Set<String> ENDED_AFTER = Cues.words("ended");
  private static final Set<String> SUPPOSED = Cues.words("supposed");
  private static final Set<String> STOPPED = Cues.words("stopped");
  private static final Set<String> WRONG = Cues.words("wrong");

  private static final Set<String> AGES =
      Set.of("old", "former", "original", "previous", "prior", "outdated", "obsolete", "earlier");
  private static final Set<String> GIVEN_UP = Set.of("swap", "exchang", "trad");

  private final List<Token> tokens;
  private final Segment clause;

  private StandingFinder(List<Token> tokens, Segment clause) {
    this.tokens = tokens;
    this.clause = clause;
  }

  /** The standing of the code of a segment. */
  static Standing of(List<Token> tokens, Segment segment) {
    return new StandingFinder(tokens, Segments.clause(tokens, segment)).standing();
  }

  private Standing standing() {
    if (denied()) {
      return Standing.DENIED;
    }
    if (endedAfter() || formerBefore()) {
      return Standing.FORMER;
    }
    if (any(SUPPOSED, clause.from(), clause.code()) && !any(RECENT, clause.from(), clause.code())) {
      return Standing.SUPPOSED;
    }
    return recent() ? Standing.RECENT : Standing.PLAIN;
  }

  private boolean denied() {
    int code = clause.code();
    if (preceded("not", 2) || preceded("than", 3) || preceded("never", 3)) {
      return true;
    }
    if (code >= 2 && preceded("of", 2) && precededBefore("instead", 3)) {
      return true;
    }
    return any(WRONG, code + 1, clause.to()) || any(WRONG, Math.max(clause.from(), code - 3), code);
  }

  private boolean preceded(String word, int within) {
    for (int i = clause.code() - 1; i >= Math.max(clause.from(), clause.code() - within); i--) {
      if (tokens.get(i).is(word)) {
        return !tokens.get(i + 1).is("only");
      }
    }
    return false;
  }

  private boolean precededBefore(String word, int within) {
    for (int i = clause.code() - 1; i >= Math.max(0, clause.code() - within); i--) {
      if (tokens.get(i).is(word)) {
        return true;
      }
    }
    return false;
  }

  private boolean endedAfter() {
    int code = clause.code();
    for (int i = code + 1; i < clause.to(); i++) {
      Token token = tokens.get(i);
      boolean stopped =
          i + 1 < tokens.size() && (token.is("longer") || token.is("stopped") || token.is("not"));
      if (stopped && (STOPPED.contains(tokens.get(i + 1).lower()) || token.is("stopped"))) {
        return true;
      }
      if (ENDED_AFTER.contains(token.lower()) && !(token.is("replaced") && activeReplace(i))) {
        return true;
      }
      if ((token.is("until") || token.is("till")) && past(clause.from(), code + 4)) {
        return true;
      }
      if (token.is("and") || token.is(",") && i > code + 3) {
        return false;
      }
    }
    return false;
  }

  /** X replaced Y, against X was replaced. */
  private boolean activeReplace(int at) {
    for (int i = at - 1; i >= Math.max(clause.code(), at - 3); i--) {
      if (tokens.get(i).stem().equals("be") || tokens.get(i).is("got")) {
        return false;
      }
    }
    return true;
  }

  private boolean formerBefore() {
    int code = clause.code();
    for (int i = clause.from(); i < code; i++) {
      Token token = tokens.get(i);
      if (token.is("used") && tokens.get(i + 1).is("to") && (code - i < 9)) {
        return true;
      }
      if (token.is("no") && tokens.get(i + 1).is("longer") && code - i < 4) {
        return true;
      }
      if (token.is("from") && code - i <= 2 && follows("to")) {
        return true;
      }
      if (GIVEN_UP.contains(token.stem()) && code - i <= 5 && follows("for")) {
        return true;
      }
      if (token.is("had") && tokens.get(i + 1).is("been")) {
        return true;
      }
    }
    return nearFormer(code);
  }

  private boolean nearFormer(int code) {
    for (int i = code - 1; i >= Math.max(clause.from(), code - 5); i--) {
      Token token = tokens.get(i);
      boolean named = token.capital() && tokens.get(i + 1).capital();
      if (FORMER_BEFORE.contains(token.lower()) && !named) {
        return !passive(i, code) && (!AGES.contains(token.lower()) || ofCode(i));
      }
      if (token.mark() && !token.is("(") && !token.is("\"")
          || token.is("with")
          || token.is("by")
          || token.is("to")) {
        return false;
      }
    }
    return leading(code);
  }

  /** Whether nothing but the code's name stands between an adjective and the code. */
  private boolean ofCode(int at) {
    for (int i = at + 1; i < clause.code(); i++) {
      Token token = tokens.get(i);
      boolean be = token.stem().equals("be") || token.is("had") || token.mark();
      if (!be && (token.function() || MentionFinder.inflectedVerb(token))) {
        return false;
      }
    }
    return true;
  }

  /** Originally, the code was X: an adverb that opens the clause. */
  private boolean leading(int code) {
    for (int i = clause.from(); i < code; i++) {
      Token token = tokens.get(i);
      boolean adverb =
          token.is("formerly")
              || token.is("previously")
              || token.is("originally")
              || token.is("initially")
              || token.is("until")
              || token.is("till");
      boolean atFirst = token.is("at") && i + 1 < code && tokens.get(i + 1).is("first");
      if (adverb || atFirst) {
        return !any(RECENT, i, code);
      }
    }
    return false;
  }

  private boolean passive(int at, int code) {
    boolean participle = tokens.get(at).is("replaced") || tokens.get(at).is("superseded");
    if (!participle) {
      return false;
    }
    boolean be = at > 0 && (tokens.get(at - 1).stem().equals("be") || tokens.get(at - 1).is("got"));
    return be && code > at;
  }

  private boolean follows(String word) {
    for (int i = clause.code() + 1; i < Math.min(tokens.size(), clause.code() + 5); i++) {
      if (tokens.get(i).is(word)) {
        return true;
      }
    }
    return false;
  }

  private boolean past(int from, int to) {
    for (int i = from; i < Math.min(to, clause.to()); i++) {
      Token token = tokens.get(i);
      if (token.is("was") || token.is("were") || token.is("had") || token.lower().endsWith("ed")) {
        return true;
      }
    }
    return false;
  }

  private boolean recent() {
    if (any(RECENT, clause.from(), clause.to()) || any(WRONG, clause.from(), clause.code())) {
      return true;
    }
    for (int i = clause.from(); i < clause.code(); i++) {
      boolean asOf = tokens.get(i).is("as") && tokens.get(i + 1).is("of");
      boolean changed =
          tokens.get(i).is("to")
              && anyStem(Set.of("chang", "mov", "switch", "renumber", "updat", "migrat"), i);
      boolean replacement =
          (tokens.get(i).is("by") || tokens.get(i).is("with"))
              && anyStem(Set.of("replac", "supersed", "swap", "exchang"), i);
      if (asOf || changed || replacement) {
        return true;
      }
    }
    return replacesAfter();
  }

  private boolean replacesAfter() {
    for (int i = clause.code() + 1; i < Math.min(clause.to(), clause.code() + 4); i++) {
      if (Set.of("replac", "supersed").contains(tokens.get(i).stem()) || tokens.get(i).is("took")) {
        return true;
      }
    }
    return false;
  }

  private boolean anyStem(Set<String> stems, int before) {
    for (int i = Math.max(0, before - 12); i < before; i++) {
      if (stems.contains(tokens.get(i).stem())) {
        return true;
      }
    }
    return false;
  }

  private boolean any(Set<String> words, int from, int to) {
    for (int i = from; i < to; i++) {
      if (words.contains(tokens.get(i).lower())) {
        return true;
      }
    }
    return false;
  }
}
