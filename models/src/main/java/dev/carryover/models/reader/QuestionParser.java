package dev.carryover.models.reader;

import dev.carryover.models.reader.Inquiry.Part;
import dev.carryover.models.reader.Inquiry.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes a question apart: whom it names, which code it asks for, by which relations and when. */
final class QuestionParser {
  private static final float NAME = 3;
  private static final float MORE_NAMES = 2;
  private static final float LABEL = 2;
  private static final float GENERIC = 0.5f;
  private static final float RELATION = 2.5f;
  private static final float PLACE = 1;
  private static final float RELATION_WORD = 1.3f;
  private static final float THING = 3;
  private static final float THING_BESIDE = 1;
  private static final float OTHER = 0.6f;
  private static final Set<String> RULE = Cues.words("ask rule");
  private static final Set<String> LINKS =
      Set.of(
          "of", "for", "on", "in", "at", "to", "behind", "from", "by", "with", "into", "onto",
          "under", "over");
  private static final Set<String> RELATIVE =
      Set.of("that", "who", "which", "whom", "where", "whose", "whoever", "whichever");

  private final List<Token> tokens;
  private final boolean[] used;
  private final List<Unit> units = new ArrayList<>();
  private List<Mention> names = List.of();

  private QuestionParser(List<Token> tokens) {
    this.tokens = tokens;
    this.used = new boolean[tokens.size()];
  }

  /** What a question asks for. */
  static Inquiry parse(String question) {
    return new QuestionParser(Tokenizer.tokens(question.replaceAll("\\R", " "))).inquiry();
  }

  private Inquiry inquiry() {
    boolean precedence = precedence();
    names = MentionFinder.mentions(tokens).stream().filter(m -> m.proper() && named(m)).toList();
    Label label = QuestionLabel.of(tokens, names, used);
    TimeFrame frame = new TimeFrameParser(tokens, used).parse(label);
    Set<String> codes = new HashSet<>();
    tokens.stream().filter(Token::code).forEach(token -> codes.add(token.text()));
    label(label);
    names();
    phrases();
    words();
    if (units.isEmpty()) {
      units.add(new Unit(Part.OTHER, "?", 0, 1));
    }
    return new Inquiry(tokens, List.copyOf(units), frame, precedence, Set.copyOf(codes));
  }

  private boolean named(Mention mention) {
    Token first = tokens.get(mention.from());
    boolean opening = mention.from() == 0 && mention.to() == 1;
    return !opening || !Lexicon.light(first.stem()) && !first.function();
  }

  private boolean precedence() {
    boolean found = false;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean compound = token.is("policy") && i + 1 < tokens.size() && tokens.get(i + 1).content();
      if (token.word()
          && RULE.contains(token.stem())
          && (i == 0 || !token.capital())
          && !compound) {
        used[i] = true;
        found = true;
        if (i > 0 && !tokens.get(i - 1).function() && !tokens.get(i - 1).capital()) {
          used[i - 1] = true;
        }
      }
    }
    return found;
  }

  private void label(Label label) {
    if (!label.present()) {
      return;
    }
    int telling = Math.max(1, label.stems().size());
    for (int i = label.from(); i < label.to(); i++) {
      Token token = tokens.get(i);
      if (used[i]) {
        continue;
      }
      used[i] = true;
      if (label.stems().contains(token.stem())) {
        add(Part.LABEL, token.stem(), i, LABEL / telling);
      } else if (Lexicon.generic(token.stem())) {
        add(Part.GENERIC, token.stem(), i, GENERIC);
      }
    }
  }

  private void names() {
    boolean first = true;
    for (Mention name : names) {
      boolean free = true;
      for (int i = name.from(); i < name.to(); i++) {
        free &= !used[i];
      }
      if (free) {
        for (int i = name.from(); i < name.to(); i++) {
          used[i] = true;
        }
        add(Part.NAME, name.key(), name.from(), first ? NAME : MORE_NAMES);
        first = false;
      }
    }
  }

  private void phrases() {
    for (Synonyms.Found phrase : Synonyms.phrases(tokens)) {
      boolean free = true;
      for (int i = phrase.from(); i < phrase.to(); i++) {
        free &= !used[i];
      }
      if (free) {
        for (int i = phrase.from(); i < phrase.to(); i++) {
          used[i] = true;
        }
        boolean leads = inRelativeClause(phrase.from()) || lightBefore(phrase.from());
        add(
            leads ? Part.RELATION : Part.OTHER,
            phrase.group(),
            phrase.from(),
            leads ? RELATION : OTHER);
      }
    }
  }

  /** Whether a word like "person", or a noun's article, stands before. */
  private boolean lightBefore(int at) {
    return at > 0
        && (Lexicon.light(tokens.get(at - 1).stem())
            || article(at - 1)
            || tokens.get(at - 1).possessive());
  }

  /** The rest, in runs of words of content. */
  private void words() {
    int from = -1;
    for (int i = 0; i <= tokens.size(); i++) {
      boolean inside = i < tokens.size() && !used[i] && telling(tokens.get(i));
      if (inside && from >= 0 && verb(i)) {
        run(from, i);
        from = -1;
      }
      if (!inside && from >= 0) {
        run(from, i);
        from = -1;
      } else if (inside) {
        from = from < 0 ? i : from;
        if (tokens.get(i).possessive()) {
          run(from, i + 1);
          from = -1;
        }
      }
    }
  }

  private boolean verb(int at) {
    return MentionFinder.inflectedVerb(tokens.get(at))
        && !tokens.get(at).identifierHead()
        && !article(at - 1)
        && !tokens.get(at).lower().endsWith("ing");
  }

  private static boolean telling(Token token) {
    return token.content() && !Lexicon.light(token.stem()) || token.kind() == Token.Kind.NUMBER;
  }

  private void run(int from, int end) {
    int to = end;
    if (end - from > 1 && closingVerb(end - 1) && inRelativeClause(from)) {
      to = end - 1;
      share(Part.RELATION, to, end, RELATION_WORD);
    }
    if (to == end && end - from > 1 && plainVerb(end - 1)) {
      to = end - 1;
      share(Part.OTHER, to, end, OTHER);
    }
    boolean names = units.stream().anyMatch(unit -> unit.part() == Part.NAME);
    boolean owned = from > 0 && tokens.get(from - 1).possessive();
    boolean attribute = from > 0 && Lexicon.light(tokens.get(from - 1).stem()) && linked(to);
    if (attribute) {
      share(Part.RELATION, from, to, RELATION);
    } else if (governs(from, to) && (owned || !tokens.get(to - 1).possessive())) {
      share(Part.RELATION, from, to, place(from) ? PLACE : RELATION);
    } else if (typeNoun(to)) {
      share(Part.OTHER, from, to, OTHER);
    } else if (thing(from)) {
      whole(from, to, names && !source(from) ? THING_BESIDE : THING);
    } else if (inRelativeClause(from)) {
      share(Part.RELATION, from, to, Math.min(RELATION, RELATION_WORD * (to - from)));
    } else {
      share(Part.OTHER, from, to, OTHER * (to - from));
    }
  }

  /** Whether a word is an inflected verb that ends the question: where the quartet rehearses? */
  private boolean closingVerb(int at) {
    boolean last = at + 1 == tokens.size() || tokens.get(at + 1).mark();
    String word = tokens.get(at).lower();
    return last
        && (word.endsWith("s") && !word.endsWith("ss")
            || word.endsWith("ed")
            || Stems.irregularForm(word));
  }

  /** Whether a run's last word is the question's verb: what code does the door take? */
  private boolean plainVerb(int at) {
    boolean last = at + 1 == tokens.size() || tokens.get(at + 1).mark();
    boolean ends =
        last
            || tokens.get(at + 1).function()
                && (at + 2 == tokens.size() || tokens.get(at + 2).mark());
    boolean asks =
        tokens.stream()
            .limit(at)
            .anyMatch(t -> t.stem().equals("do") || t.is("can") || t.is("should"));
    return ends && asks && Lexicon.verb(tokens.get(at).stem());
  }

  /** A noun that leads on: the manager of X, X's manager. */
  private boolean governs(int from, int to) {
    if (from > 0 && tokens.get(from - 1).possessive()) {
      return true;
    }
    if (to + 1 >= tokens.size() || !LINKS.contains(tokens.get(to).lower()) || !thing(from)) {
      return false;
    }
    int next = to + 1;
    while (next < tokens.size() && tokens.get(next).function()) {
      next++;
    }
    int at = next;
    boolean name = names.stream().anyMatch(m -> m.from() <= at && at < m.to());
    return next < tokens.size() && (name || tokens.get(next).content());
  }

  /** Whether a run says where the code is: on the doors of X. */
  private boolean place(int from) {
    return from > 2
        && article(from - 1)
        && Set.of("on", "in", "at", "under").contains(tokens.get(from - 2).lower())
        && tokens.get(from - 3).stem().equals("be");
  }

  private boolean linked(int at) {
    return at < tokens.size() && LINKS.contains(tokens.get(at).lower());
  }

  private boolean typeNoun(int to) {
    boolean noun =
        !tokens.get(to - 1).possessive()
            && (to < 2 || article(to - 2) && !tokens.get(to - 2).is("that"));
    boolean name = noun && names.stream().anyMatch(m -> m.from() == to);
    return to < tokens.size() && (name || RELATIVE.contains(tokens.get(to).lower()));
  }

  private boolean inRelativeClause(int at) {
    if (names.stream()
        .anyMatch(
            m ->
                m.to() == at
                    && m.from() > 1
                    && typeNoun(m.from())
                    && tokens.get(m.from() - 1).content())) {
      return true;
    }

    for (int i = at - 1; i > 1; i--) {
      if (tokens.get(i).mark()) {
        return false;
      }
      if (RELATIVE.contains(tokens.get(i).lower())) {
        Token before = tokens.get(i - 1);
        return before.content();
      }
    }
    return false;
  }

  /** Whether a run is who says it: according to the wiki. */
  private boolean source(int from) {
    return tokens.subList(Math.max(0, from - 3), from).stream()
        .anyMatch(token -> token.is("according") || token.is("per"));
  }

  /** Whether a run is a noun phrase by the word before it. */
  private boolean thing(int from) {
    if (from == 0) {
      return !Lexicon.verb(tokens.get(0).stem());
    }
    boolean relative =
        RELATIVE.contains(tokens.get(from - 1).lower())
            && from > 1
            && tokens.get(from - 2).content();
    if (relative || MentionFinder.inflectedVerb(tokens.get(from)) && !article(from - 1)) {
      return false;
    }
    String before = tokens.get(from - 1).lower();
    if (before.equals("to") && Lexicon.verb(tokens.get(from).stem())) {
      return false;
    }
    return tokens.get(from - 1).mark()
        || LINKS.contains(before)
        || article(from - 1)
        || before.equals("first")
        || before.equals("last");
  }

  private boolean article(int at) {
    return Set.of("the", "a", "an", "our", "my", "this", "that", "your")
        .contains(tokens.get(at).lower());
  }

  private void whole(int from, int to, float weight) {
    StringBuilder term = new StringBuilder();
    for (int i = from; i < to; i++) {
      used[i] = true;
      term.append(i > from ? " " : "").append(tokens.get(i).stem());
    }
    add(Part.THING, term.toString(), from, weight);
  }

  private void share(Part part, int from, int to, float weight) {
    float each = weight / (to - from);
    for (int i = from; i < to; i++) {
      used[i] = true;
      add(part, tokens.get(i).stem(), i, each);
    }
  }

  private void add(Part part, String term, int at, float weight) {
    boolean known = units.stream().anyMatch(unit -> unit.term().equals(term));
    boolean once =
        units.stream().anyMatch(unit -> unit.term().equals(term) && unit.part() != Part.RELATION);
    if (!known || part == Part.RELATION && !once) {
      units.add(new Unit(part, term, at, weight));
    }
  }
}
