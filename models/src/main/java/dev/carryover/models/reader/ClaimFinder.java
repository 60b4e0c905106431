package dev.carryover.models.reader;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads claims off events by rules: codes with whose they are, two names with what joins them,
 * other names, dates of what happened, and whose word counts. Which relation is meant is left to a
 * {@link RelationChooser}. What the rules do not make out gives no claim. Events are read one by
 * one.
 */
public final class ClaimFinder {
  /** The relation between two names of one thing, in schemas that have it. */
  static final String ALIAS = "alias";

  /** The relation to the source that is right where sources disagree, in schemas that have it. */
  static final String TRUSTED_SOURCE = "trusted-source";

  private static final Pattern DATE = Pattern.compile("\\bobject is (?:a|the) date\\b");

  private final RelationChooser chooser;
  private final boolean aliasesByRule;
  private final List<Relation> values;
  private final List<Relation> dates;
  private final List<Relation> joining;
  private final ClaimSchema schema;

  /**
   * A finder of claims under a schema.
   *
   * @param aliasesByRule whether rules tell that two names mean the same; else the chooser does
   */
  public ClaimFinder(ClaimSchema schema, RelationChooser chooser, boolean aliasesByRule) {
    this.schema = schema;
    this.chooser = chooser;
    this.aliasesByRule = aliasesByRule;
    Predicate<Relation> trust = relation -> relation.name().equals(TRUSTED_SOURCE);
    Predicate<Relation> alias = relation -> aliasesByRule && relation.name().equals(ALIAS);
    this.values =
        schema.relations().stream()
            .filter(r -> !r.toEntity() && !trust.test(r) && !dated(r))
            .toList();
    this.dates = schema.relations().stream().filter(r -> !r.toEntity() && dated(r)).toList();
    this.joining =
        schema.relations().stream()
            .filter(r -> r.toEntity() && !trust.test(r) && !alias.test(r))
            .toList();
  }

  /** The claims in the order of the events; within one, in the order of its sentences. */
  public List<Claim> claims(List<Event> events) {
    List<List<Sentence>> parsed =
        events.stream().map(event -> PassageParser.sentences(event.asLine())).toList();
    Set<List<String>> parties = new HashSet<>();
    for (List<Sentence> sentences : parsed) {
      for (Sentence sentence : sentences) {
        PartyFinder.party(sentence).ifPresent(party -> parties.add(party.stems(sentence.tokens())));
      }
    }
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < parsed.size(); i++) {
      EventClaims found = new EventClaims(events.get(i), this, parties);
      parsed.get(i).forEach(found::add);
      claims.addAll(found.claims());
    }
    return claims;
  }

  /** Whether the object of a relation is a date, as its description says. */
  private static boolean dated(Relation relation) {
    return DATE.matcher(relation.description()).find();
  }

  ClaimSchema schema() {
    return schema;
  }

  RelationChooser chooser() {
    return chooser;
  }

  boolean aliasesByRule() {
    return aliasesByRule;
  }

  /** The relations whose object is a value. */
  List<Relation> values() {
    return values;
  }

  /** The relations whose object is a date. */
  List<Relation> dates() {
    return dates;
  }

  /** The relations between two names that are to be told apart. */
  List<Relation> joining() {
    return joining;
  }
}
