package dev.carryover.models.reader;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds statements of whose word counts: trust the ledger over the notice board; X wins. */
final class PrecedenceFinder {
  private static final Set<String> TRUSTING = Cues.stems("trust");
  private static final Set<String> WINNING = Cues.stems("win");
  private static final Set<String> DISTRUSTING = Cues.stems("distrust");
  private static final Set<String> OVER =
      Set.of(
          "over",
          "than",
          "not",
          "never",
          "instead",
          "above",
          "ahead",
          "regardless",
          "despite",
          "against");
  private static final Set<String> RIGHT = Cues.stems("right");
  private static final Set<String> CONFLICT = Cues.stems("conflict");
  private static final Set<String> THEM = Set.of("him", "her", "them");
  private static final Set<String> GO = Set.of("with", "by");

  private final List<Token> tokens;
  private final Set<String> winners = new HashSet<>();
  private final Set<String> losers = new HashSet<>();
  private boolean strong;
  private boolean denied;

  private PrecedenceFinder(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** What a sentence says of precedence; empty for nearly all. */
  static Optional<Precedence> precedence(List<Token> tokens) {
    PrecedenceFinder finder = new PrecedenceFinder(tokens);
    for (int at = 0; at < tokens.size(); at++) {
      if (tokens.get(at).code()) {
        return Optional.empty();
      }
      finder.at(at);
    }
    finder.losers.removeAll(finder.winners);
    boolean said = !finder.winners.isEmpty() || !finder.losers.isEmpty();
    boolean both = !finder.winners.isEmpty() && !finder.losers.isEmpty();
    return said && (both || finder.strong || finder.conflict())
        ? Optional.of(new Precedence(finder.winners, finder.losers))
        : Optional.empty();
  }

  private boolean conflict() {
    return tokens.stream().anyMatch(token -> CONFLICT.contains(token.stem()));
  }

  private void at(int at) {
    Token token = tokens.get(at);
    String stem = token.stem();
    boolean goWith =
        stem.equals("go") && at + 1 < tokens.size() && GO.contains(tokens.get(at + 1).lower());
    boolean upTo = token.is("up") && at + 1 < tokens.size() && tokens.get(at + 1).is("to");
    if (TRUSTING.contains(stem) && !passive(at) || goWith || upTo) {
      after(at + 1, negated(at) ? losers : winners);
      strong |= stem.equals("trust") || goWith || stem.equals("believ") || stem.equals("prefer");
    } else if (DISTRUSTING.contains(stem)) {
      if (passive(at)) {
        before(at, losers);
      } else {
        after(at + 1, negated(at) ? winners : losers);
      }
      strong = true;
    } else if (WINNING.contains(stem) && !nounRule(at)) {
      before(at, passive(at) || negated(at) ? losers : winners);
      after(at + 1, passive(at) ? winners : losers);
      strong = true;
    } else if (RIGHT.contains(stem) && predicate(at)) {
      before(at, negated(at) ? losers : winners);
    } else if (TRUSTING.contains(stem)) {
      denied = negated(at);
      strong |= denied || stem.equals("trust");
      before(at, denied ? losers : winners);
    } else if (comesFirst(at)) {
      before(at, winners);
      after(at + 2, losers);
      strong = true;
    } else if (OVER.contains(token.lower()) && at > 0) {
      after(at + 1, denied ? winners : losers);
    } else {
      losing(at);
    }
  }

  /** X is wrong; X yields to Y. */
  private void losing(int at) {
    Token token = tokens.get(at);
    boolean yields = token.stem().equals("yield");
    if (yields || token.stem().equals("los") || token.is("wrong")) {
      before(at, losers);
    }
    if (yields) {
      after(at + 1, winners);
    }
  }

  private boolean nounRule(int at) {
    return tokens.get(at).stem().equals("rul")
        && (at == 0
            || tokens.get(at - 1).function() && !tokens.get(at - 1).is("what")
            || at + 1 < tokens.size() && tokens.get(at + 1).is(":")
            || tokens.get(at).is("rule"));
  }

  /** X comes before Y. */
  private boolean comesFirst(int at) {
    boolean comes =
        Set.of("come", "go", "rank").contains(tokens.get(at).stem())
            || tokens.get(at).lower().startsWith("come");
    return comes
        && at + 1 < tokens.size()
        && Set.of("before", "ahead", "first", "above").contains(tokens.get(at + 1).lower());
  }

  /** Whether a form of "be" stands close before. */
  private boolean passive(int at) {
    for (int i = at - 1; i >= Math.max(0, at - 3); i--) {
      if (tokens.get(i).stem().equals("be")) {
        return true;
      }
    }
    return false;
  }

  private boolean negated(int at) {
    for (int i = at - 1; i >= Math.max(0, at - 3) && !tokens.get(i).mark(); i--) {
      if (tokens.get(i).is("not") || tokens.get(i).is("never") || tokens.get(i).is("cannot")) {
        return true;
      }
    }
    return false;
  }

  /** Right as what a subject is or has, not as an adjective before a noun. */
  private boolean predicate(int at) {
    for (int i = at - 1; i >= Math.max(0, at - 5); i--) {
      String stem = tokens.get(i).stem();
      if (Set.of("be", "have", "tak", "take", "get", "com", "come", "go", "stay", "carry", "hav")
          .contains(stem)) {
        return true;
      }
      if (tokens.get(i).mark()) {
        return false;
      }
    }
    return tokens.get(at).stem().equals("count")
        || tokens.get(at).is("holds")
        || tokens.get(at).is("stands");
  }

  /** The words of content from an index to the clause's end or to who is set against them. */
  private void after(int from, Set<String> into) {
    if (from < tokens.size() && THEM.contains(tokens.get(from).lower())) {
      tokens.subList(0, from).stream().filter(Token::capital).forEach(t -> collect(t, into));
    }
    for (int i = from; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean turn =
          OVER.contains(token.lower())
              || token.is("rather")
              || token.is("when")
              || token.is("if")
              || token.is("because")
              || token.is("since");
      if (token.mark() && !token.is("\"") && !token.is("-") || turn) {
        return;
      }
      collect(token, into);
    }
  }

  /** The words of content before an index, back to the clause's start. */
  private void before(int at, Set<String> into) {
    for (int i = at - 1; i >= 0; i--) {
      Token token = tokens.get(i);
      if (token.mark() && !token.is("\"")
          || OVER.contains(token.lower()) && !token.is("not") && !token.is("never")) {
        return;
      }
      collect(token, into);
    }
  }

  private static void collect(Token token, Set<String> into) {
    boolean cue =
        TRUSTING.contains(token.stem())
            || WINNING.contains(token.stem())
            || RIGHT.contains(token.stem())
            || CONFLICT.contains(token.stem());
    if ((token.content() || token.kind() == Token.Kind.NUMBER)
        && !cue
        && !Lexicon.light(token.stem())) {
      into.add(token.stem());
    }
  }
}
