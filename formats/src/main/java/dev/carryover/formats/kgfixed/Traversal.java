package dev.carryover.formats.kgfixed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the claims for a question (spec 1.2 leaves the algorithm open; this one is ours).
 *
 * <p>The question's words name entities and relations. From the named entities, all their aliases
 * included, a traversal goes over claims, in both directions, to the entities that relations to
 * entities join them with, as many times as {@code hops} says, and each time from at most {@code
 * limit} entities, the cheapest first. A claim costs 1 for each relation on the way to it, itself
 * included, that the question does not name; aliases cost nothing. Claims come cheapest first, then
 * facts before aliases before trusted sources, then by fewer hops, then in the order of the events.
 * Where sources disagree in what was found, the claims that say which of them is right are found
 * too, at the cost of the claims that disagree. A question that names relations alone gets their
 * claims, the last ones where there are too many.
 */
final class Traversal {
  private final OpenClaims claims;
  private final ClaimGraph graph;
  private final int hops;
  private final int limit;

  /** What a claim is for the reader, in the order in which kinds come. */
  private enum Kind {
    FACT,
    ALIAS,
    TRUST
  }

  private record Found(int cost, Kind kind, int hop, int place) {
    static final Comparator<Found> BEST_FIRST =
        Comparator.comparingInt(Found::cost)
            .thenComparing(Found::kind)
            .thenComparingInt(Found::hop)
            .thenComparingInt(Found::place);
  }

  Traversal(OpenClaims claims, ClaimGraph graph, int hops, int limit) {
    this.claims = claims;
    this.graph = graph;
    this.hops = hops;
    this.limit = limit;
  }

  /** Places of the claims for a question, best first, at most as many as the limit. */
  List<Integer> find(String question) {
    List<String> words = Words.of(question);
    Set<String> relations = claims.relationsIn(words);
    Map<Integer, Integer> named = new TreeMap<>();
    claims.entities().in(words).forEach(entity -> named.put(entity, 0));
    List<Found> found = named.isEmpty() ? ofRelations(relations) : around(named, relations);
    found.addAll(trusted(found));
    return found.stream()
        .sorted(Found.BEST_FIRST)
        .map(Found::place)
        .distinct()
        .limit(limit)
        .toList();
  }

  private List<Found> ofRelations(Set<String> relations) {
    List<Found> found = new ArrayList<>();
    for (int place = claims.size() - 1; place >= 0 && found.size() < limit; place--) {
      if (relations.contains(claims.relation(place))) {
        found.add(new Found(0, kind(place), 0, place));
      }
    }
    return found;
  }

  private List<Found> around(Map<Integer, Integer> named, Set<String> relations) {
    Map<Integer, Found> found = new HashMap<>();
    Set<Integer> seen = new HashSet<>();
    Map<Integer, Integer> frontier = named;
    for (int hop = 0; hop <= hops && !frontier.isEmpty(); hop++) {
      seen.addAll(frontier.keySet());
      Map<Integer, Integer> next = new TreeMap<>();
      for (int place : graph.touching(frontier.keySet())) {
        int cost = costOf(place, frontier) + step(place, relations);
        found.merge(place, new Found(cost, kind(place), hop, place), Traversal::better);
        if (claims.leadsOn(place)) {
          next.merge(claims.entities().subject(place), cost, Math::min);
          next.merge(claims.entities().object(place), cost, Math::min);
        }
      }
      next.keySet().removeAll(seen);
      frontier = cheapest(next);
    }
    return new ArrayList<>(found.values());
  }

  private int costOf(int place, Map<Integer, Integer> frontier) {
    return Math.min(
        frontier.getOrDefault(claims.entities().subject(place), Integer.MAX_VALUE),
        frontier.getOrDefault(claims.entities().object(place), Integer.MAX_VALUE));
  }

  private int step(int place, Set<String> relations) {
    return claims.isAlias(place) || relations.contains(claims.relation(place)) ? 0 : 1;
  }

  private Map<Integer, Integer> cheapest(Map<Integer, Integer> costs) {
    if (costs.size() <= limit) {
      return costs;
    }
    Map<Integer, Integer> kept = new TreeMap<>();
    costs.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .limit(limit)
        .forEach(entry -> kept.put(entry.getKey(), entry.getValue()));
    return kept;
  }

  private List<Found> trusted(List<Found> found) {
    Map<String, Integer> costs = new TreeMap<>();
    found.stream()
        .filter(one -> claims.isDisputed(one.place()))
        .forEach(one -> costs.merge(claims.relation(one.place()), one.cost(), Math::min));
    List<Found> trusted = new ArrayList<>();
    costs.forEach(
        (relation, cost) ->
            claims
                .trustedOn(relation)
                .forEach(place -> trusted.add(new Found(cost, Kind.TRUST, 0, place))));
    return trusted;
  }

  private Kind kind(int place) {
    if (claims.isTrust(place)) {
      return Kind.TRUST;
    }
    return claims.isAlias(place) ? Kind.ALIAS : Kind.FACT;
  }

  private static Found better(Found one, Found other) {
    return Collections.min(List.of(one, other), Found.BEST_FIRST);
  }
}
