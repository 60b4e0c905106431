package dev.carryover.models.reader;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the noun phrase by which a question says which code it asks for. */
final class QuestionLabel {
  private static final Set<String> AGE =
      Set.of(
          "new",
          "old",
          "current",
          "former",
          "latest",
          "original",
          "first",
          "next",
          "previous",
          "last",
          "initial",
          "earliest",
          "newest",
          "currently",
          "recent",
          "prior",
          "present");

  private static final Set<String> DOING = Set.of("do", "should", "must", "can", "could", "how");
  private static final Set<String> WANTING =
      Set.of(
          "know",
          "tel",
          "giv",
          "need",
          "look",
          "find",
          "remember",
          "want",
          "recal",
          "hav",
          "see",
          "share");
  private static final Set<String> ASKING =
      Set.of(
          "what", "which", "who", "whose", "where", "when", "how", "do", "be", "can", "could",
          "would", "tel", "giv", "pleas", "under", "with", "in", "on", "at", "by", "to");

  private final List<Token> tokens;
  private final List<Mention> names;
  private final boolean[] used;

  private QuestionLabel(List<Token> tokens, List<Mention> names, boolean[] used) {
    this.tokens = tokens;
    this.names = names;
    this.used = used;
  }

  /**
   * The label; none where the question asks without one: what opens the shed?
   *
   * @param used tokens that are accounted for already
   */
  static Label of(List<Token> tokens, List<Mention> names, boolean[] used) {
    return new QuestionLabel(tokens, names, used).label();
  }

  private Label label() {
    Label interrogative = afterWhich();
    if (interrogative.present()) {
      return interrogative;
    }
    Label identifier = identifier();
    return identifier.present() ? identifier : asked();
  }

  /** Which badge number does X have? */
  private Label afterWhich() {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      boolean which = tokens.get(i).is("which") || tokens.get(i).is("what");
      if (which && (i == 0 || !tokens.get(i - 1).content())) {
        int end = runEnd(i + 1);
        if (end > i + 1 && identifierIn(i + 1, end)) {
          return run(i + 1, end);
        }
        if (end > i + 1
            && !Lexicon.light(tokens.get(end - 1).stem())
            && end < tokens.size()
            && (tokens.get(end).function() || verb(end))
            && !MentionFinder.inflectedVerb(tokens.get(i + 1))) {
          return run(i + 1, end);
        }
      }
    }
    return Label.NONE;
  }

  /** The first phrase that ends in a word for identifiers and is not about someone else's. */
  private Label identifier() {
    Label found = Label.NONE;
    for (int i = 0; i < tokens.size(); i++) {
      if (inRun(i) && (i == 0 || !inRun(i - 1) || tokens.get(i - 1).possessive())) {
        int end = runEnd(i);
        boolean owned = i > 0 && tokens.get(i - 1).possessive();
        if (identifierIn(i, end) && (!found.present() || owned && !of(found))) {
          found = run(i, end);
        }
      }
    }
    return found;
  }

  private boolean of(Label label) {
    return label.to() < tokens.size()
        && Set.of("of", "for").contains(tokens.get(label.to()).lower());
  }

  /** What is X's dock? What is the dock of X? */
  private Label asked() {
    Label plain = whatIsThe();
    if (plain.present()) {
      return plain;
    }
    Label found = Label.NONE;
    boolean does = tokens.stream().limit(3).anyMatch(t -> DOING.contains(t.stem()));
    for (int i = 0; i < tokens.size() && !does; i++) {
      boolean owned = i > 0 && tokens.get(i - 1).possessive();
      if (inRun(i) && owned && !tokens.get(runEnd(i) - 1).possessive()) {
        found = run(i, runEnd(i));
      }
    }
    if (found.present()) {
      return found;
    }
    for (int i = 1; i < tokens.size(); i++) {
      boolean wanted = tokens.get(i - 1).is("the") && WANTING.contains(wordBefore(i - 1));
      if (wanted && inRun(i)) {
        return run(i, runEnd(i));
      }
    }
    return fragment();
  }

  /** What is the dock of X? */
  private Label whatIsThe() {
    for (int i = 0; i + 3 < tokens.size(); i++) {
      boolean what = tokens.get(i).is("what") || tokens.get(i).is("which");
      boolean isThe = tokens.get(i + 1).stem().equals("be") && tokens.get(i + 2).is("the");
      if (what && isThe && inRun(i + 3)) {
        int end = runEnd(i + 3);
        boolean of = end < tokens.size() && tokens.get(end).function();
        return of && !tokens.get(end - 1).possessive() ? run(i + 3, end) : Label.NONE;
      }
    }
    return Label.NONE;
  }

  private String wordBefore(int at) {
    int before = at - 1;
    while (before > 0 && (tokens.get(before).is("me") || tokens.get(before).is("up"))) {
      before--;
    }
    return before < 0 ? "" : tokens.get(before).stem();
  }

  /** Dock of X? X dock? For X, the dock is? */
  private Label fragment() {
    if (tokens.stream().limit(2).anyMatch(t -> ASKING.contains(t.stem())) || names.isEmpty()) {
      return Label.NONE;
    }
    int after = names.get(names.size() - 1).to();
    Label first = Label.NONE;
    for (int i = 0; i < tokens.size(); i++) {
      boolean starts =
          inRun(i) && !Lexicon.light(tokens.get(i).stem()) && (i == 0 || !inRun(i - 1));
      if (starts && (i >= after || !first.present())) {
        first = run(i, runEnd(i));
      }
    }
    return first;
  }

  private boolean identifierIn(int from, int to) {
    return tokens.get(to - 1).identifierHead();
  }

  private int runEnd(int from) {
    int end = from;
    while (end < tokens.size() && inRun(end) && !(end > from && verb(end))) {
      end++;
      if (tokens.get(end - 1).possessive()) {
        break;
      }
    }
    return end;
  }

  private boolean verb(int at) {
    boolean afterHead = tokens.get(at - 1).identifierHead() && Lexicon.verb(tokens.get(at).stem());
    if (afterHead && !tokens.get(at).identifierHead()) {
      return true;
    }
    return MentionFinder.inflectedVerb(tokens.get(at))
        && !tokens.get(at).lower().endsWith("ing")
        && !tokens.get(at).identifierHead();
  }

  private boolean inRun(int at) {
    Token token = tokens.get(at);
    boolean name =
        names.stream().anyMatch(m -> m.from() <= at && at < m.to()) && !token.identifierHead();
    return token.content() && !name && !used[at];
  }

  private Label run(int from, int to) {
    Token last = tokens.get(to - 1);
    boolean general = tokens.subList(from, to).stream().allMatch(t -> Lexicon.generic(t.stem()));
    Set<String> stems = new LinkedHashSet<>();
    for (Token token : tokens.subList(from, to)) {
      if (!(Lexicon.generic(token.stem()) && (token == last || !general))
          && !Lexicon.light(token.stem())
          && !AGE.contains(token.lower())) {
        stems.add(token.stem());
      }
    }
    return new Label(from, to, stems);
  }
}
