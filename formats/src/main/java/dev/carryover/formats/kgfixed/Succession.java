package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.ClaimSchema.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which claim takes the place of which: the conflict rules of a schema, applied to claims. */
final class Succession {
  private Succession() {}

  /** The id of the claim at this place in a store. */
  static String id(int place) {
    return "c" + place;
  }

  /**
   * For each claim the id of the one that it supersedes. Sides of a contradiction, which have
   * sources, stand beside one another.
   *
   * @param claims in the order of the events
   */
  static List<Optional<String>> of(List<Claim> claims, ClaimSchema schema) {
    Entities entities = Entities.of(claims);
    Map<String, String> current = new HashMap<>();
    List<Optional<String>> superseded = new ArrayList<>();
    for (int place = 0; place < claims.size(); place++) {
      Claim claim = claims.get(place);
      String key = entities.subject(place) + " " + claim.relation();
      superseded.add(
          replaces(claim, schema)
              ? Optional.ofNullable(current.put(key, id(place)))
              : Optional.empty());
    }
    return superseded;
  }

  private static boolean replaces(Claim claim, ClaimSchema schema) {
    return claim.source().isEmpty()
        && schema.relation(claim.relation()).map(Relation::rule).stream()
            .anyMatch(rule -> rule == Rule.LATEST);
  }
}
