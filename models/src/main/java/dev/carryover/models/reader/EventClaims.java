package dev.carryover.models.reader;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.Event;
import dev.carryover.models.reader.Fact.Standing;
import dev.carryover.models.reader.Sentence.Alias;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The claims of one event. */
final class EventClaims {
  private static final String RULE = "rule";
  private static final Pattern BY_SUBJECT = Pattern.compile("^the subject (?!has\\b)");
  private static final float SURE = 0.7f;

  private final Event event;
  private final ClaimFinder finder;
  private final Set<List<String>> parties;
  private final Surfaces surfaces;
  private final List<Claim> claims = new ArrayList<>();

  /**
   * Of an event.
   *
   * @param parties who is known to say things, each by its stems
   */
  EventClaims(Event event, ClaimFinder finder, Set<List<String>> parties) {
    this.parties = parties;
    this.event = event;
    this.finder = finder;
    this.surfaces = new Surfaces(event.asLine());
    if (!event.speaker().isBlank()) {
      surfaces.note(event.speaker());
    }
  }

  List<Claim> claims() {
    return claims;
  }

  /** Adds what a sentence claims; a question claims nothing. */
  void add(Sentence sentence) {
    surfaces.note(sentence.tokens(), sentence.mentions());
    if (sentence.asks()) {
      return;
    }
    if (!sentence.facts().isEmpty()) {
      facts(sentence);
    } else if (sentence.precedence().isPresent()) {
      trusted(sentence, sentence.precedence().get());
    } else if (finder.aliasesByRule() && !sentence.aliases().isEmpty()) {
      alias(sentence);
    } else if (sentence.written().isPresent() && happened(sentence)) {
      return;
    } else {
      joined(sentence);
    }
  }

  private void facts(Sentence sentence) {
    Optional<Party> party =
        PartyFinder.party(sentence).or(() -> PartyFinder.party(sentence, parties));
    Optional<String> source = party.map(p -> written(sentence, p.from(), p.to()));
    sentence.facts().stream()
        .filter(fact -> fact.standing() != Standing.DENIED && fact.standing() != Standing.SUPPOSED)
        .sorted(Comparator.comparing(Fact::standing))
        .forEach(
            fact ->
                owner(fact, party)
                    .flatMap(owner -> surfaces.of(owner.key(), sentence.tokens()))
                    .ifPresent(
                        subject ->
                            finder
                                .chooser()
                                .choose(Wording.of(sentence, fact), finder.values())
                                .ifPresent(r -> claim(subject, r, fact.code(), source))));
  }

  /** Whose a code most likely is, names before other nouns. */
  private static Optional<Mention> owner(Fact fact, Optional<Party> party) {
    return fact.owners().stream()
        .filter(owner -> owner.weight() >= SURE && party.filter(p -> p.holds(owner)).isEmpty())
        .max(Comparator.comparing(Mention::proper).thenComparing(Mention::weight));
  }

  private void trusted(Sentence sentence, Precedence precedence) {
    Optional<Relation> relation = finder.schema().relation(ClaimFinder.TRUSTED_SOURCE);
    Optional<String> winner = run(sentence, precedence.winners());
    if (relation.isPresent() && winner.isPresent()) {
      String subject =
          finder
              .chooser()
              .choose(Wording.without(sentence, precedence.winners()), finder.values())
              .map(Relation::name)
              .orElse(RULE);
      claim(subject, relation.get(), winner.get(), Optional.empty());
    }
  }

  /** The longest run of words with these stems. */
  private Optional<String> run(Sentence sentence, Set<String> stems) {
    List<Token> tokens = sentence.tokens();
    int from = 0;
    int to = 0;
    int start = 0;
    for (int i = 0; i <= tokens.size(); i++) {
      boolean inside =
          i < tokens.size()
              && stems.contains(tokens.get(i).stem())
              && !PartyFinder.saying(tokens.get(i));
      if (!inside) {
        boolean longer = i - start > to - from;
        from = longer ? start : from;
        to = longer ? i : to;
        start = i + 1;
      }
    }
    return to > from ? Optional.of(written(sentence, from, to)) : Optional.empty();
  }

  private void alias(Sentence sentence) {
    Optional<Relation> relation = finder.schema().relation(ClaimFinder.ALIAS);
    Alias alias = sentence.aliases().get(sentence.aliases().size() - 1);
    Optional<String> one = surfaces.of(alias.one(), sentence.tokens());
    Optional<String> other = surfaces.of(alias.other(), sentence.tokens());
    if (relation.isPresent() && one.isPresent() && other.isPresent()) {
      claim(one.get(), relation.get(), other.get(), Optional.empty());
    }
  }

  /** Whether a sentence dates what it names first, and no name joined with it. */
  private boolean happened(Sentence sentence) {
    Optional<Token> date =
        sentence.tokens().stream().filter(token -> token.stamp().isPresent()).findFirst();
    Optional<Mention> what = sentence.mentions().stream().filter(Mention::here).findFirst();
    if (date.isEmpty() || what.isEmpty()) {
      return false;
    }
    Optional<Relation> relation =
        finder.chooser().choose(Wording.without(sentence, Set.of()), finder.dates());
    relation.ifPresent(
        r ->
            claim(
                written(sentence, what.get().from(), what.get().to()),
                r,
                surfaces.written(List.of(date.get())),
                Optional.empty()));
    return relation.isPresent();
  }

  private void joined(Sentence sentence) {
    List<Mention> names =
        sentence.mentions().stream().filter(m -> m.here() && m.proper() && m.to() > 0).toList();
    if (names.size() < 2 || names.get(1).from() < names.get(0).to()) {
      return;
    }
    Mention first = names.get(0);
    Mention second = names.get(1);
    finder
        .chooser()
        .choose(Wording.of(sentence, first, second), finder.joining())
        .ifPresent(relation -> join(sentence, first, second, relation));
  }

  /** Whose part a relation is named for is its object, unless its description says otherwise. */
  private void join(Sentence sentence, Mention first, Mention second, Relation relation) {
    boolean bySubject = BY_SUBJECT.matcher(relation.description()).find();
    boolean swap = Sides.secondActs(sentence.tokens(), first, second) == bySubject;
    String one = written(sentence, first.from(), first.to());
    String other = written(sentence, second.from(), second.to());
    claim(swap ? other : one, relation, swap ? one : other, Optional.empty());
  }

  private String written(Sentence sentence, int from, int to) {
    return surfaces.written(sentence.tokens().subList(from, to));
  }

  private void claim(String subject, Relation relation, String object, Optional<String> source) {
    claims.add(new Claim(subject, relation.name(), object, source, event.id(), event.time()));
  }
}
