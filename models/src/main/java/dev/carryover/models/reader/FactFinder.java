package dev.carryover.models.reader;

import dev.carryover.models.reader.Fact.Standing;
import dev.carryover.models.reader.Segments.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the codes of a sentence and what each is said to be: whose, which, since when. */
final class FactFinder {
  private static final float BESIDE = 0.3f;
  private static final float SOURCE_ONLY = 0.75f;
  private static final int LIST = 3;
  private static final float ONE = 0.85f;
  private static final float SHARED = 0.95f;
  private static final float EARLIER_OWNER = 0.97f;
  private static final Set<String> OF =
      Set.of("of", "for", "at", "in", "on", "to", "belonging", "assigned", "issued", "into");
  private static final Set<String> OWNING =
      Set.of(
          "belongs",
          "belong",
          "for",
          "of",
          "to",
          "goes",
          "belonging",
          "assigned",
          "opens",
          "unlocks");
  private static final Set<String> PRONOUNS =
      Set.of("it", "its", "her", "his", "their", "them", "she", "he", "they");
  private static final Set<String> SOURCE = Set.of("by", "from", "with", "per", "asked", "told");
  private static final Set<String> SAYING =
      Set.of("say", "claim", "writ", "write", "report", "tel", "insist", "swear");
  private static final Set<String> ENDING =
      Set.of("until", "till", "through", "expires", "expired", "ended", "ends");

  private final List<Token> tokens;
  private final List<Mention> mentions;
  private final Map<String, Float> around;

  private FactFinder(List<Token> tokens, List<Mention> mentions, Map<String, Float> around) {
    this.tokens = tokens;
    this.mentions = mentions;
    this.around = around;
  }

  /**
   * The facts of a sentence.
   *
   * @param mentions those of the sentence, carried ones included
   * @param around what the speaker's name and earlier sentences add
   */
  static List<Fact> facts(List<Token> tokens, List<Mention> mentions, Map<String, Float> around) {
    List<Segment> segments = Segments.of(tokens);
    if (segments.isEmpty()) {
      return List.of();
    }
    return new FactFinder(tokens, mentions, around).facts(segments);
  }

  private List<Fact> facts(List<Segment> segments) {
    List<Fact> facts = new ArrayList<>();
    List<Mention> owners = List.of();
    Label header = header(segments);
    for (Segment segment : segments) {
      Label called = LabelFinder.of(tokens, segment, mentions);
      boolean identifier = called.present() && tokens.get(called.to() - 1).identifierHead();
      Label label = header.present() && !identifier ? header : called;
      List<Mention> own = owners(segment, label);
      boolean named = own.stream().anyMatch(m -> m.here() && m.proper() && m.weight() >= 1);
      if (!named) {
        List<Mention> all = new ArrayList<>(own);
        boolean replaced = subject(segment) && !pronoun(segment);
        owners.stream()
            .skip(replaced && !owners.isEmpty() && owners.get(0).here() ? 1 : 0)
            .forEach(owner -> all.add(surely(owner, one(segment) ? ONE : EARLIER_OWNER)));
        own = all;
      }
      owners = own;
      facts.add(fact(segment, label, own, segments));
    }
    return dated(facts);
  }

  /**
   * What all codes of a list are called, before its colon: serial numbers: the press C, the saw D.
   */
  private Label header(List<Segment> segments) {
    if (segments.size() < 2) {
      return Label.NONE;
    }
    Segment first = segments.get(0);
    for (int i = 1; i < first.code(); i++) {
      if (tokens.get(i).is(":") && tokens.get(i - 1).identifierHead()) {
        return LabelFinder.of(tokens, new Segment(0, i, i), mentions);
      }
    }
    return Label.NONE;
  }

  private Fact fact(Segment segment, Label label, List<Mention> owners, List<Segment> all) {
    Terms terms = new Terms();
    terms.add(tokens, segment.from(), segment.to(), 1);
    boolean listed =
        all.size() >= LIST
            && label.to() == segment.code()
            && !label.stems().equals(LabelFinder.of(tokens, all.get(0), mentions).stems());
    boolean those =
        tokens.subList(segment.from(), segment.code()).stream().anyMatch(t -> t.is("those"));
    boolean subject = (subject(segment) || listed) && !pronoun(segment) && !those;
    for (Segment other : all) {
      if (!other.equals(segment)) {
        boolean earlier = other.from() < segment.from();
        terms.add(
            tokens,
            other.from(),
            other.to(),
            earlier && !subject ? one(segment) ? ONE : SHARED : BESIDE);
        Label named = LabelFinder.of(tokens, other, mentions);
        if (earlier && label.stems().isEmpty() && named.present()) {
          terms.add(tokens, named.from(), named.to(), SHARED);
        }
      }
    }
    if (label.present() && label.from() < segment.from()) {
      terms.add(tokens, label.from(), label.to(), SHARED);
    }
    terms.addAll(around, 1);
    Optional<Token> date = date(segment);
    boolean ending = date.isPresent() && ending(tokens.indexOf(date.get()));
    Optional<Stamp> stamp = date.flatMap(Token::stamp);
    return new Fact(
        tokens.get(segment.code()).text(),
        segment.code(),
        Collections.unmodifiableMap(terms.weights()),
        List.copyOf(owners),
        label.stems(),
        StandingFinder.of(tokens, segment),
        ending ? Optional.empty() : stamp,
        ending ? stamp : Optional.empty());
  }

  /** Whether a part of a sentence names by itself whose code it holds. */
  private boolean subject(Segment segment) {
    return mentions.stream()
        .filter(m -> m.from() >= segment.from() && m.to() <= segment.to())
        .filter(m -> m.from() != segment.code())
        .filter(m -> !source(m))
        .anyMatch(m -> Discourse.subject(m, tokens));
  }

  private boolean one(Segment segment) {
    return tokens.subList(segment.from(), segment.to()).stream()
        .anyMatch(token -> token.is("one") || token.is("those"));
  }

  private boolean pronoun(Segment segment) {
    Segment clause = Segments.clause(tokens, segment);
    return tokens.subList(clause.from(), clause.to()).stream()
        .anyMatch(token -> PRONOUNS.contains(token.lower()));
  }

  private Optional<Token> date(Segment segment) {
    Optional<Token> within = nearestDate(segment.from(), segment.to(), segment.code());
    return within.isPresent()
        ? within
        : nearestDate(0, segment.from(), segment.code()).filter(d -> !ending(tokens.indexOf(d)));
  }

  private Optional<Token> nearestDate(int from, int to, int code) {
    Optional<Token> nearest = Optional.empty();
    int distance = Integer.MAX_VALUE;
    for (int i = from; i < to; i++) {
      if (tokens.get(i).stamp().isPresent() && Math.abs(i - code) < distance) {
        nearest = Optional.of(tokens.get(i));
        distance = Math.abs(i - code);
      }
    }
    return nearest;
  }

  private boolean ending(int at) {
    for (int i = Math.max(0, at - 2); i < at; i++) {
      if (ENDING.contains(tokens.get(i).lower())) {
        return true;
      }
    }
    return false;
  }

  /** Where one sentence tells of a change, the date of the new code ends the old one. */
  private static List<Fact> dated(List<Fact> facts) {
    Optional<Stamp> change =
        facts.stream()
            .filter(fact -> fact.standing() == Standing.RECENT)
            .flatMap(fact -> fact.since().stream())
            .findFirst();
    if (facts.size() == 1 || change.isEmpty()) {
      return facts.stream().map(fact -> former(fact, fact.since())).toList();
    }
    return facts.stream().map(fact -> former(fact, change)).toList();
  }

  private static Fact former(Fact fact, Optional<Stamp> end) {
    if (fact.standing() != Standing.FORMER || fact.until().isPresent()) {
      return fact;
    }
    return new Fact(
        fact.code(),
        fact.at(),
        fact.terms(),
        fact.owners(),
        fact.label(),
        fact.standing(),
        Optional.empty(),
        end);
  }

  /** The names in a segment, each with how surely the code is its. */
  private List<Mention> owners(Segment segment, Label label) {
    List<Mention> here =
        mentions.stream()
            .filter(m -> m.from() >= segment.from() && m.to() <= segment.to())
            .filter(m -> m.from() != segment.code())
            .toList();
    Set<Mention> sure = new HashSet<>();
    List<Mention> proper = here.stream().filter(Mention::proper).toList();
    chosen(proper, segment, label).ifPresent(sure::add);
    joined(here, sure);
    List<Mention> owners = new ArrayList<>();
    for (Mention mention : here) {
      boolean owner = !mention.proper() || sure.contains(mention);
      boolean only = sure.isEmpty() && source(mention);
      owners.add(owner ? mention : surely(mention, only ? SOURCE_ONLY : BESIDE));
    }
    boolean named = (!sure.isEmpty() || subject(segment)) && !pronoun(segment);
    mentions.stream()
        .filter(m -> !m.here())
        .forEach(m -> owners.add(named ? surely(m, BESIDE) : m));
    return owners;
  }

  private Optional<Mention> chosen(List<Mention> proper, Segment segment, Label label) {
    if (proper.size() < 2) {
      return proper.stream().filter(m -> !source(m) || pronoun(segment)).findFirst();
    }
    Optional<Mention> possessor =
        proper.stream()
            .filter(m -> tokens.get(m.to() - 1).possessive())
            .filter(m -> label.present() && label.from() >= m.to() && label.from() - m.to() <= 2)
            .reduce((one, two) -> two);
    if (possessor.isPresent()) {
      return possessor;
    }
    Optional<Mention> of =
        label.present() ? following(proper, afterLabel(label, segment), OF) : Optional.empty();
    if (of.isEmpty()) {
      of = following(proper, segment.code() + 1, OWNING);
    }
    if (of.isPresent()) {
      return of;
    }
    Optional<Mention> last =
        proper.stream()
            .filter(m -> m.to() <= segment.code() && !source(m))
            .reduce((one, two) -> two);
    return last.isPresent() ? last : proper.stream().filter(m -> !source(m)).findFirst();
  }

  /** Whether a name is only who said or did it: by X, says X. */
  private boolean source(Mention mention) {
    if (mention.to() < tokens.size() && SAYING.contains(tokens.get(mention.to()).stem())) {
      return true;
    }
    if (mention.from() == 0) {
      return false;
    }
    int at = mention.from() - 1;
    at = at > 0 && tokens.get(at).is("the") ? at - 1 : at;
    boolean ends = mention.to() == tokens.size() || tokens.get(mention.to()).mark();
    return SOURCE.contains(tokens.get(at).lower())
        || ends && SAYING.contains(tokens.get(at).stem());
  }

  private static int afterLabel(Label label, Segment segment) {
    return label.to() == segment.code() ? segment.code() + 1 : label.to();
  }

  /** The mention after a preposition that stands at an index or soon after. */
  private Optional<Mention> following(List<Mention> proper, int at, Set<String> words) {
    for (int i = at; i < Math.min(at + 3, tokens.size()); i++) {
      if (tokens.get(i).mark()) {
        return Optional.empty();
      }
      if (words.contains(tokens.get(i).lower())) {
        int from = i + 1;
        return proper.stream().filter(m -> m.from() >= from && m.from() - from <= 2).findFirst();
      }
    }
    return Optional.empty();
  }

  /** Names joined to an owner by "and" own as well. */
  private void joined(List<Mention> here, Set<Mention> sure) {
    for (int i = 0; i + 1 < here.size(); i++) {
      Mention one = here.get(i);
      Mention two = here.get(i + 1);
      boolean and =
          one.to() < two.from() && tokens.get(one.to()).is("and") && two.from() - one.to() <= 2;
      boolean inside = two.from() < one.to() && two.from() >= one.from();
      if ((and || inside) && (sure.contains(one) || sure.contains(two))) {
        sure.add(one);
        sure.add(two);
      }
    }
  }

  private static Mention surely(Mention mention, float share) {
    return new Mention(
        mention.from(),
        mention.to(),
        mention.terms(),
        mention.key(),
        mention.proper(),
        mention.weight() * share);
  }
}
