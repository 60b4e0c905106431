package dev.carryover.models.reader;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds who is said to say something: according to X; by X; X says that; so says X; and X: before
 * what is said, where X is known to say things.
 */
final class PartyFinder {
  private static final int LONGEST = 4;
  private static final Set<String> SAYING =
      Stream.of(
              "say", "claim", "report", "list", "state", "write", "insist", "tell", "note", "swear")
          .map(Stems::stem)
          .collect(Collectors.toSet());
  private static final Set<String> DETERMINERS = Set.of("the", "a", "an", "our", "their", "my");

  private final List<Token> tokens;
  private final List<Mention> names;

  private PartyFinder(Sentence sentence) {
    this.tokens = sentence.tokens();
    this.names = sentence.mentions().stream().filter(m -> m.here() && m.proper()).toList();
  }

  /** The party that a sentence names; nothing in most. */
  static Optional<Party> party(Sentence sentence) {
    PartyFinder finder = new PartyFinder(sentence);
    for (int at = 0; at < finder.tokens.size(); at++) {
      Optional<Party> party = finder.at(at);
      if (party.isPresent()) {
        return party;
      }
    }
    return Optional.empty();
  }

  /** The party before a sentence's first colon, if it is one of these, each by its stems. */
  static Optional<Party> party(Sentence sentence, Set<List<String>> known) {
    List<Token> tokens = sentence.tokens();
    for (int colon = 1; colon < tokens.size() && colon <= LONGEST + 1; colon++) {
      if (tokens.get(colon).is(":")) {
        int from = DETERMINERS.contains(tokens.get(0).lower()) ? 1 : 0;
        return party(from, colon).filter(party -> known.contains(party.stems(tokens)));
      }
    }
    return Optional.empty();
  }

  /** Whether a word is a verb of saying. */
  static boolean saying(Token token) {
    return token.word() && SAYING.contains(token.stem());
  }

  private Optional<Party> at(int at) {
    Token token = tokens.get(at);
    if (token.is("according") && at + 1 < tokens.size() && tokens.get(at + 1).is("to")) {
      return after(at + 2);
    }
    boolean opens = at == 0 || tokens.get(at - 1).mark();
    if ((token.is("by") || token.is("per")) && opens) {
      return after(at + 1);
    }
    if (!saying(token)) {
      return Optional.empty();
    }
    Optional<Party> subject = before(at);
    return subject.isPresent() || !opens ? subject : after(at + 1);
  }

  /** The words from an index to a mark, or to where another name begins. */
  private Optional<Party> after(int from) {
    int start = from;
    while (start < tokens.size() && DETERMINERS.contains(tokens.get(start).lower())) {
      start++;
    }
    int end = start;
    while (end < tokens.size() && inParty(end) && !(end > start && nameBegins(end))) {
      end++;
    }
    return party(start, end);
  }

  /** The words from a clause's start to a verb that somebody else is named after. */
  private Optional<Party> before(int verb) {
    int start = verb;
    while (start > 0 && inParty(start - 1)) {
      start--;
    }
    boolean whole = start == 0 || tokens.get(start - 1).mark() || determined(start);
    boolean other = names.stream().anyMatch(name -> name.from() > verb && !code(name));
    return whole && other ? party(start, verb) : Optional.empty();
  }

  private boolean determined(int start) {
    return DETERMINERS.contains(tokens.get(start - 1).lower());
  }

  private boolean code(Mention mention) {
    return tokens.get(mention.from()).code();
  }

  private boolean inParty(int at) {
    return tokens.get(at).content();
  }

  private boolean nameBegins(int at) {
    return names.stream().anyMatch(name -> name.from() == at);
  }

  private static Optional<Party> party(int from, int to) {
    return to > from && to - from <= LONGEST ? Optional.of(new Party(from, to)) : Optional.empty();
  }
}
