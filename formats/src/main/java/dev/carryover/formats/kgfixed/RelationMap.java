package dev.carryover.formats.kgfixed;

import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import java.util.List;
import java.util.Optional;

/** Finds the relations of one schema in another. */
final class RelationMap {
  private final ClaimSchema from;
  private final ClaimSchema to;
  private final RelationWords known;

  RelationMap(ClaimSchema from, ClaimSchema to) {
    this.from = from;
    this.to = to;
    this.known = new RelationWords(to);
  }

  /**
   * The relation of this name; else the only one that has this name, however written, among its
   * words, or whose name the earlier schema has among the words of this relation. Empty where there
   * is none, or more than one.
   */
  Optional<String> of(String relation) {
    if (to.relation(relation).isPresent()) {
      return Optional.of(relation);
    }
    return known.only(relation).or(() -> byItsWords(relation));
  }

  private Optional<String> byItsWords(String relation) {
    RelationWords itself =
        new RelationWords(new ClaimSchema(from.relation(relation).stream().toList()));
    List<String> named =
        to.relations().stream()
            .map(Relation::name)
            .filter(name -> itself.only(name).isPresent())
            .toList();
    return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
  }
}
