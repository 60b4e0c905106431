package dev.carryover.models.reader;

import dev.carryover.models.reader.Sentence.Alias;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds statements that two names mean the same. */
final class AliasFinder {
  /** Between the two names, or beside both. */
  private static final Map<String, List<List<String>>> CUES = byFirst("alias phrases");

  /** Said of much else too, so that both names must be proper ones. */
  private static final List<String> WEAK = List.of("mean", "means", "meant", "meaning", "really");

  /** Directly before the second name. */
  private static final Map<String, List<List<String>>> CLOSE_CUES = byFirst("close alias phrases");

  /** An active verb with both names after it. */
  private static final List<String> ACTIVE =
      Stream.of("call", "nickname", "dub", "name", "rename", "christen").map(Stems::stem).toList();

  /** The first words of statements that may hold a code as well. */
  private static final Set<String> SURE =
      Set.of(
          "known", "aka", "alias", "nicknamed", "called", "formerly", "renamed", "also", "dubbed");

  private static final Set<String> PEOPLE = Cues.words("people");
  private static final Set<String> SAYING =
      stems("call say hear know refer mean read write think use list register");
  private static final Set<String> SIGNING =
      stems("sign perform post publish write tweet blog trade paint sing appear list register");

  private static final Set<String> RELATIVE = Set.of("what", "who", "whom", "which", "that");

  private final List<Token> tokens;
  private final List<Mention> mentions;
  private final List<Alias> found = new ArrayList<>();

  private AliasFinder(List<Token> tokens, List<Mention> mentions) {
    this.tokens = tokens;
    this.mentions =
        mentions.stream().filter(m -> m.here() && !(m.terms().size() == 1 && code(m))).toList();
  }

  private boolean code(Mention mention) {
    return tokens.get(mention.from()).code();
  }

  /** The pairs that a sentence states; empty for nearly all sentences. */
  static List<Alias> aliases(List<Token> tokens, List<Mention> mentions) {
    AliasFinder finder = new AliasFinder(tokens, mentions);
    if (finder.mentions.isEmpty()) {
      return List.of();
    }
    boolean coded = tokens.stream().anyMatch(Token::code);
    for (int at = 0; at < tokens.size(); at++) {
      if (!coded || SURE.contains(tokens.get(at).lower())) {
        finder.at(at);
      }
    }
    if (finder.found.isEmpty() && !coded) {
      finder.looselyStated();
    }
    return List.copyOf(finder.found);
  }

  /** Two names and words of naming, in whatever order: nobody says X, it is always Y. */
  private void looselyStated() {
    List<Mention> proper = mentions.stream().filter(Mention::proper).toList();
    if (proper.size() == 1) {
      role(proper.get(0));
    }
    if (proper.size() != 2 || overlap(proper)) {
      return;
    }
    boolean names = tokens.stream().anyMatch(AliasFinder::naming);
    boolean people = tokens.stream().anyMatch(t -> PEOPLE.contains(t.lower()));
    boolean says = tokens.stream().anyMatch(t -> t.word() && SAYING.contains(t.stem()));
    if (names
        || (people || hypothetical()) && says
        || as(proper)
        || named(proper)
        || aside(proper)
        || identity(proper)) {
      pair(proper.get(0), proper.get(1));
    }
  }

  private boolean hypothetical() {
    return tokens.get(0).is("if") || tokens.get(0).is("when") || tokens.get(0).is("whenever");
  }

  /** X sails as Y. */
  private boolean as(List<Mention> two) {
    int from = two.get(1).from() - (tokens.get(two.get(1).from() - 1).is("the") ? 2 : 1);
    int end = two.get(1).to();
    boolean ends = end == tokens.size() || tokens.get(end).mark();
    return from > 0 && tokens.get(from).is("as") && ends && !tokens.get(end - 1).possessive();
  }

  /** Our landlord is X, and nothing else: who has a part is called by it. */
  private void role(Mention name) {
    int is = name.from() - 1;
    while (is > 0 && tokens.get(is).function() && !tokens.get(is).stem().equals("be")) {
      is--;
    }
    int at = is;
    boolean ends = name.to() == tokens.size() || tokens.get(name.to()).mark();
    if (is > 0
        && tokens.get(is).stem().equals("be")
        && ends
        && !tokens.get(name.to() - 1).possessive()) {
      mentions.stream()
          .filter(m -> m.from() <= 1 && m.to() == at)
          .findFirst()
          .ifPresent(m -> pair(m, name));
    }
  }

  /** The big hall is "the Barn"; X has always been Y to us. */
  private boolean named(List<Mention> two) {
    boolean be =
        tokens.subList(two.get(0).to(), two.get(1).from()).stream()
            .anyMatch(token -> token.stem().equals("be"));
    int after = two.get(1).to();
    boolean toUs =
        after + 1 < tokens.size()
            && tokens.get(after).is("to")
            && (PEOPLE.contains(tokens.get(after + 1).lower()) || tokens.get(after + 1).function());
    return be && (quoted(two.get(0)) || quoted(two.get(1)) || toUs);
  }

  private static boolean naming(Token token) {
    return token.word() && Lexicon.naming(token.stem()) && !token.lower().endsWith("ed");
  }

  private static boolean overlap(List<Mention> two) {
    return two.get(1).from() < two.get(0).to();
  }

  /** X (Y to friends); X, or Y for short. */
  private boolean aside(List<Mention> two) {
    int after = two.get(1).to();
    boolean bracket = tokens.get(two.get(1).from() - 1).is("(");
    boolean to =
        after + 1 < tokens.size() && (tokens.get(after).is("to") || tokens.get(after).is("for"));
    boolean briefly = after + 1 < tokens.size() && tokens.get(after + 1).is("short");
    return bracket && to || briefly;
  }

  /** Y is X, and nothing else. */
  private boolean identity(List<Mention> two) {
    int from = two.get(0).from();
    boolean begins = from == 0 || tokens.get(from - 1).is("that") || tokens.get(from - 1).is(",");
    boolean is = two.get(1).from() - two.get(0).to() == 1 && tokens.get(two.get(0).to()).is("is");
    int end = two.get(1).to();
    boolean ends = end == tokens.size() || tokens.get(end).mark();
    return begins && is && ends && !tokens.get(end - 1).possessive();
  }

  private void at(int at) {
    if (signsAs(at)) {
      return;
    }
    if (activeAt(at)) {
      twoAfter(at + 1);
      return;
    }
    if (ACTIVE.contains(tokens.get(at).stem()) && tokens.get(at).word() && relative(at) >= 0) {
      around(relative(at), at + 1);
      return;
    }
    for (List<String> cue : CUES.getOrDefault(tokens.get(at).lower(), List.of())) {
      if (matches(cue, at)) {
        around(at, at + cue.size());
        return;
      }
    }
    for (List<String> cue : CLOSE_CUES.getOrDefault(tokens.get(at).lower(), List.of())) {
      if (matches(cue, at)) {
        close(at, at + cue.size());
        return;
      }
    }
  }

  private boolean matches(List<String> cue, int at) {
    if (at + cue.size() > tokens.size()) {
      return false;
    }
    for (int i = 0; i < cue.size(); i++) {
      if (!tokens.get(at + i).is(cue.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean activeAt(int at) {
    Token token = tokens.get(at);
    if (!token.word() || !ACTIVE.contains(token.stem()) || at == 0) {
      return false;
    }
    if (relative(at) >= 0) {
      return false;
    }
    for (int i = at - 1; i >= 0 && i >= at - 6; i--) {
      Token before = tokens.get(i);
      if (i >= at - 3 && (before.stem().equals("be") || before.is("get") || before.is("got"))) {
        return false;
      }
    }
    Token before = tokens.get(at - 1);
    if (token.lower().endsWith("ed")
        && Set.of("later", "since", "now", "once", "then", "recently").contains(before.lower())) {
      return false;
    }
    boolean noun =
        before.possessive()
            || before.is("the")
            || before.is("a")
            || before.is("its")
            || before.is(",");
    return !noun;
  }

  /** Where the pronoun stands in: X, whom they call Y; Y is what they call X; or -1. */
  private int relative(int at) {
    for (int i = at - 1; i >= 0 && i >= at - 6; i--) {
      if (RELATIVE.contains(tokens.get(i).lower())) {
        return i;
      }
    }
    return -1;
  }

  /** They call X Y: two names after the verb, or one run that is both. */
  private void twoAfter(int from) {
    List<Mention> after = mentions.stream().filter(m -> m.from() >= from).toList();
    if (after.size() >= 2 && after.get(1).from() - after.get(0).to() <= 4) {
      pair(after.get(0), after.get(1));
    } else if (!after.isEmpty() && after.get(0).proper()) {
      List<String> terms = after.get(0).terms();
      for (int i = 1; i < terms.size(); i++) {
        found.add(new Alias(joined(terms.subList(0, i)), joined(terms.subList(i, terms.size()))));
      }
    }
    if (after.size() == 1 && after.get(0).to() < tokens.size() && from == after.get(0).from()) {
      rest(after.get(0));
    }
  }

  /** They call the annex home: a last bare word is the other name. */
  private void rest(Mention one) {
    Token next = tokens.get(one.to());
    if (next.content() && !next.capital()) {
      found.add(new Alias(one.key(), next.stem()));
    }
  }

  private void around(int from, int to) {
    Optional<Mention> quoted =
        mentions.stream().filter(m -> m.to() <= from && quoted(m)).reduce((one, two) -> two);
    Optional<Mention> before = quoted.isPresent() ? quoted : lastBefore(from);
    Optional<Mention> after = firstAfter(to);
    if (after.isPresent() && asFollows(after.get())) {
      twoAfter(to);
    } else if (before.isPresent() && after.isPresent() && after.get().from() - to <= 6) {
      pairProper(before.get(), after.get(), to);
    } else if (before.isPresent()
        && !WEAK.contains(tokens.get(to - 1).lower())
        && tokens.stream().noneMatch(Token::code)
        && bareAfter(to).isPresent()) {
      found.add(new Alias(before.get().key(), bareAfter(to).get()));
    } else if (after.isEmpty()) {
      List<Mention> all = mentions.stream().filter(m -> m.to() <= from).toList();
      if (all.size() >= 2) {
        pair(all.get(all.size() - 2), all.get(all.size() - 1));
      }
    } else if (before.isEmpty()) {
      List<Mention> all = mentions.stream().filter(m -> m.from() >= to).toList();
      if (all.size() >= 2) {
        pair(all.get(0), all.get(1));
      }
    }
  }

  /** They refer to X as Y. */
  private boolean asFollows(Mention mention) {
    return mention.to() + 1 < tokens.size() && tokens.get(mention.to()).is("as");
  }

  /** X signs the mails as Y. */
  private boolean signsAs(int at) {
    if (!SIGNING.contains(tokens.get(at).stem())) {
      return false;
    }
    for (int i = at + 1; i < Math.min(at + 5, tokens.size() - 1); i++) {
      if (tokens.get(i).is("as") || tokens.get(i).is("with")) {
        close(at, i + 1);
        return true;
      }
    }
    return false;
  }

  private Optional<String> bareAfter(int at) {
    return at < tokens.size() && tokens.get(at).content()
        ? Optional.of(tokens.get(at).stem())
        : Optional.empty();
  }

  private void close(int from, int to) {
    Optional<Mention> before = lastBefore(from);
    Optional<Mention> after = firstAfter(to);
    if (from == 0 && mentions.size() == 2) {
      pair(mentions.get(0), mentions.get(1));
    } else if (before.isPresent()
        && after.isPresent()
        && from - before.get().to() <= 1
        && after.get().from() - to <= 1
        && before.get().proper()
        && after.get().proper()) {
      pair(before.get(), after.get());
    }
  }

  private Optional<Mention> lastBefore(int at) {
    return mentions.stream().filter(m -> m.to() <= at).reduce((one, two) -> two);
  }

  private Optional<Mention> firstAfter(int at) {
    return mentions.stream().filter(m -> m.from() >= at).findFirst();
  }

  private void pairProper(Mention one, Mention other, int cueEnd) {
    boolean named = tokens.subList(0, cueEnd - 1).stream().anyMatch(AliasFinder::naming);
    if (named
        || !WEAK.contains(tokens.get(cueEnd - 1).lower())
        || one.proper() && other.proper()
        || quoted(one)
        || quoted(other)) {
      pair(one, other);
    }
  }

  private boolean quoted(Mention mention) {
    return mention.from() > 0 && tokens.get(mention.from() - 1).is("\"");
  }

  private void pair(Mention one, Mention other) {
    int after = one.to();
    boolean owner =
        tokens.get(after - 1).possessive()
            && after < other.from()
            && tokens.get(after).content()
            && !naming(tokens.get(after));
    if (!owner && !one.key().equals(other.key())) {
      found.add(new Alias(one.key(), other.key()));
    }
  }

  private static String joined(List<String> terms) {
    return String.join(" ", terms);
  }

  private static Map<String, List<List<String>>> byFirst(String section) {
    return Cues.phrases(section).stream().collect(Collectors.groupingBy(phrase -> phrase.get(0)));
  }

  private static Set<String> stems(String words) {
    return Stream.of(words.split(" ")).map(Stems::stem).collect(Collectors.toSet());
  }
}
