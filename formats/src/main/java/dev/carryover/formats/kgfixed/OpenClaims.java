package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema.Relation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The claims of an open store, by place, with what can be told of each without a question. */
final class OpenClaims {
  private final List<Claim> claims;
  private final Entities entities;
  private final RelationWords relationWords;
  private final Set<String> relationsToEntities = new HashSet<>();
  private final Set<Integer> disputed = new HashSet<>();
  private final List<Integer> trusted = new ArrayList<>();

  OpenClaims(KgContent content) {
    claims = content.claims().stream().map(StoredClaim::claim).toList();
    entities = Entities.of(claims);
    relationWords = new RelationWords(content.schema().claims());
    for (Relation relation : content.schema().claims().relations()) {
      if (relation.toEntity()) {
        relationsToEntities.add(relation.name());
      }
    }
    markDisputes();
    for (int place = 0; place < claims.size(); place++) {
      if (isTrust(place)) {
        trusted.add(place);
      }
    }
  }

  Entities entities() {
    return entities;
  }

  int size() {
    return claims.size();
  }

  /** The relations of the schema that words name. */
  Set<String> relationsIn(List<String> words) {
    return relationWords.in(words);
  }

  String relation(int place) {
    return claims.get(place).relation();
  }

  /** Whether a claim's object is something that further claims are about. */
  boolean leadsOn(int place) {
    return relationsToEntities.contains(relation(place));
  }

  boolean isAlias(int place) {
    return relation(place).equals(Conventions.ALIAS);
  }

  /** Whether a claim says which source is right. */
  boolean isTrust(int place) {
    return relation(place).equals(Conventions.TRUSTED_SOURCE);
  }

  /** Whether another source says something else. */
  boolean isDisputed(int place) {
    return disputed.contains(place);
  }

  /** The claims that say which source is right about a relation, or about everything. */
  List<Integer> trustedOn(String relation) {
    return trusted.stream()
        .filter(
            place -> {
              String subject = claims.get(place).subject();
              return subject.equals(Conventions.RULE)
                  || relationWords.in(Words.of(subject)).contains(relation);
            })
        .toList();
  }

  private void markDisputes() {
    Map<String, List<Integer>> sides = new HashMap<>();
    for (int place = 0; place < claims.size(); place++) {
      if (claims.get(place).source().isPresent()) {
        String about = entities.subject(place) + " " + relation(place);
        sides.computeIfAbsent(about, key -> new ArrayList<>()).add(place);
      }
    }
    for (List<Integer> places : sides.values()) {
      if (places.stream().map(entities::object).distinct().count() > 1) {
        disputed.addAll(places);
      }
    }
  }
}
