package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds names, quoted names and noun phrases with an article. */
final class MentionFinder {
  private static final Set<String> DETERMINERS =
      Set.of("the", "a", "an", "our", "my", "his", "her", "their", "its", "this", "that", "your");
  private static final Set<String> PREPOSITIONS =
      Set.of(
          "on", "in", "at", "to", "up", "with", "from", "by", "into", "under", "over", "out",
          "off");
  private static final Set<String> AFTER_VERB =
      Set.of(
          "the", "a", "an", "his", "her", "its", "their", "my", "our", "at", "in", "on", "with",
          "to", "every", "by");
  private static final int LONGEST_PHRASE = 4;
  private static final int LONGEST_QUOTE = 6;
  private static final int LONGEST_KIND = 3;

  private final List<Token> tokens;
  private final List<Mention> found = new ArrayList<>();

  private MentionFinder(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** The mentions of a sentence in order; codes are names too. */
  static List<Mention> mentions(List<Token> tokens) {
    MentionFinder finder = new MentionFinder(tokens);
    int at = 0;
    while (at < tokens.size()) {
      at = Math.max(at + 1, finder.at(at));
    }
    return List.copyOf(finder.found);
  }

  /** Whether a token is a verb in a form that no noun phrase goes on with. */
  static boolean inflectedVerb(Token token) {
    if (!token.word() || !Lexicon.verb(token.stem())) {
      return false;
    }
    String word = token.lower();
    return word.endsWith("s") && !word.endsWith("ss")
        || word.endsWith("ed")
        || word.endsWith("ing")
        || Stems.irregularForm(word);
  }

  private int at(int at) {
    Token token = tokens.get(at);
    if (token.is("\"")) {
      return quoted(at);
    }
    if (token.code()) {
      found.add(Mention.of(at, at + 1, List.of(token.stem()), true));
      return at + 1;
    }
    if (nameWord(at)) {
      return name(at);
    }
    if (DETERMINERS.contains(token.lower())) {
      return at + 1 < tokens.size() && nameWord(at + 1) ? at + 1 : phrase(at + 1);
    }
    return numbered(at);
  }

  private boolean nameWord(int at) {
    Token token = tokens.get(at);
    boolean capital =
        token.capital()
            || token.kind() == Token.Kind.NUMBER && Character.isUpperCase(token.text().charAt(0));
    boolean acronym =
        token.identifierHead() && token.text().equals(token.text().toUpperCase(Locale.ROOT));
    return capital
        && !acronym
        && !token.function()
        && !Lexicon.weekday(token.lower())
        && (Lexicon.month(token.lower()) == 0 || at > 0);
  }

  private int quoted(int at) {
    for (int end = at + 1; end < tokens.size() && end <= at + 1 + LONGEST_QUOTE; end++) {
      if (tokens.get(end).is("\"")) {
        add(at + 1, end, true);
        return end + 1;
      }
    }
    return at + 1;
  }

  private int name(int at) {
    int end = at + 1;
    while (end < tokens.size() && !tokens.get(end - 1).possessive() && inName(end)) {
      end += tokens.get(end).is("&") ? 2 : 1;
    }
    boolean article =
        at > 0
            && DETERMINERS.contains(tokens.get(at - 1).lower())
            && !tokens.get(at - 1).is("that");
    if (article) {
      end = kindEnd(end);
    }
    boolean opening = at == 0;
    if (!opening || end > at + 1 || opensWithName(at)) {
      add(at, end, true);
    }
    Token first = tokens.get(at);
    if (opening
        && end > at + 1
        && (end > at + 2 || Lexicon.verb(first.stem()) || Lexicon.light(first.stem()))) {
      add(at + 1, end, true);
    }
    return end;
  }

  /** Whether a single capital word at a sentence's start is a name, by what follows it. */
  private boolean opensWithName(int at) {
    Token token = tokens.get(at);
    if (token.possessive()) {
      return true;
    }
    if (Lexicon.verb(token.stem())
        || Lexicon.light(token.stem())
        || token.identifierHead()
        || at + 1 >= tokens.size()) {
      return false;
    }
    Token next = tokens.get(at + 1);
    boolean attached =
        Set.of("for", "of", "to", "with", "from", "in", "at", "on").contains(next.lower());
    return next.function() && !attached
        || inflectedVerb(next)
        || next.lower().endsWith("ed")
        || next.lower().endsWith("ly")
        || next.is("first")
        || next.is("later")
        || next.is(",")
        || next.is("(")
        || next.is("=")
        || next.is("\"")
        || tokens.size() <= 4
        || next.content()
            && at + 2 < tokens.size()
            && !tokens.get(at + 2).content()
            && next.lower().endsWith("s");
  }

  private boolean inName(int at) {
    boolean and = tokens.get(at).is("&") && at + 1 < tokens.size() && nameWord(at + 1);
    return and || nameWord(at) || tokens.get(at).kind() == Token.Kind.NUMBER && !unitFollows(at);
  }

  private boolean unitFollows(int at) {
    return at + 1 < tokens.size() && Lexicon.unit(tokens.get(at + 1).lower());
  }

  private boolean kindFollows(int at) {
    return at < tokens.size()
        && !tokens.get(at - 1).possessive()
        && tokens.get(at).content()
        && !tokens.get(at).capital()
        && !inflectedVerb(tokens.get(at))
        && !tokens.get(at).lower().endsWith("ed")
        && !Stems.irregularForm(tokens.get(at).lower())
        && !(Lexicon.verb(tokens.get(at).stem())
            && at + 1 < tokens.size()
            && PREPOSITIONS.contains(tokens.get(at + 1).lower()))
        && !Lexicon.light(tokens.get(at).stem());
  }

  /** The end of a name with the common noun after it: the Walnut team, the Oban corner flat. */
  private int kindEnd(int from) {
    int end = from;
    while (end - from < LONGEST_KIND
        && kindFollows(end)
        && !(end > from && Lexicon.verb(tokens.get(end).stem()))) {
      end++;
    }
    boolean label = end > from && tokens.get(end - 1).identifierHead();
    return label ? Math.min(from + 1, end) : end;
  }

  private int phrase(int from) {
    if (from < tokens.size()
        && tokens.get(from - 1).is("that")
        && inflectedVerb(tokens.get(from))) {
      return from;
    }
    int end = from;
    while (end < tokens.size() && end - from < LONGEST_PHRASE && inPhrase(from, end)) {
      end++;
      if (tokens.get(end - 1).possessive()) {
        break;
      }
    }
    if (end < tokens.size() && nameWord(end) && end > from && end - from <= 2) {
      return described(from, end);
    }
    boolean telling = false;
    for (int i = from; i < end; i++) {
      telling |= !Lexicon.light(tokens.get(i).stem()) && !Lexicon.generic(tokens.get(i).stem());
    }
    if (telling && !tokens.get(end - 1).identifierHead()) {
      add(from, end, false);
    }
    return end;
  }

  /** A name with words before it: the tug Hector, the green Tarn truck. */
  private int described(int start, int name) {
    int from = start;
    while (from < name
        && (Lexicon.naming(tokens.get(from).stem()) || Lexicon.light(tokens.get(from).stem()))) {
      from++;
    }

    int end = name + 1;
    while (end < tokens.size() && !tokens.get(end - 1).possessive() && inName(end)) {
      end++;
    }
    end = kindEnd(end);
    add(from, end, true);
    return end;
  }

  private boolean inPhrase(int from, int at) {
    Token token = tokens.get(at);
    if (token.kind() == Token.Kind.NUMBER) {
      return at > from && !unitFollows(at);
    }
    boolean verb =
        at > from
            && (inflectedVerb(token)
                || verbByPlace(at)
                || Lexicon.verb(token.stem()) && tokens.get(at - 1).lower().endsWith("s"));
    return token.content() && !verb && !nameWord(at);
  }

  /** Whether a word in -s or -ed stands where a verb does: the quartet rehearses at. */
  private boolean verbByPlace(int at) {
    String word = tokens.get(at).lower();
    boolean inflected = word.endsWith("s") && !word.endsWith("ss") || word.endsWith("ed");
    return inflected
        && !tokens.get(at).possessive()
        && !tokens.get(at).identifierHead()
        && at + 1 < tokens.size()
        && AFTER_VERB.contains(tokens.get(at + 1).lower());
  }

  /** A common noun with a number, such as flat 3. */
  private int numbered(int at) {
    boolean numbered =
        at + 1 < tokens.size()
            && tokens.get(at).content()
            && tokens.get(at + 1).kind() == Token.Kind.NUMBER
            && tokens.get(at + 1).text().length() <= 5
            && !unitFollows(at + 1);
    if (!numbered) {
      return at + 1;
    }
    add(at, at + 2, true);
    return at + 2;
  }

  private void add(int from, int to, boolean proper) {
    List<String> terms = new ArrayList<>();
    for (Token token : tokens.subList(from, to)) {
      if (!token.mark() && !DETERMINERS.contains(token.lower())) {
        terms.add(token.stem());
      }
    }
    if (!terms.isEmpty()) {
      found.add(Mention.of(from, to, terms, proper));
    }
  }
}
