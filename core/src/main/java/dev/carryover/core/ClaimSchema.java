package dev.carryover.core;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What claims may say: the relations, and how each is read. Writers fill in values only.
 *
 * @param relations their names unique
 */
public record ClaimSchema(List<Relation> relations) {
  public ClaimSchema {
    relations = List.copyOf(relations);
    Set<String> seen = new HashSet<>();
    for (Relation relation : relations) {
      if (!seen.add(relation.name())) {
        throw new IllegalArgumentException("the relation '" + relation.name() + "' is there twice");
      }
    }
  }

  /** The relation of this name, or nothing. */
  public Optional<Relation> relation(String name) {
    return relations.stream().filter(relation -> relation.name().equals(name)).findFirst();
  }

  /** How claims of one subject and relation live together. */
  public enum Rule {
    /** All of them hold. */
    ALL,
    /** The latest one holds; it supersedes the others. */
    LATEST,
    /** Both sides of a contradiction are kept, each with its source. */
    DISPUTED
  }

  /**
   * A relation.
   *
   * @param name stable, such as {@code badge-code}
   * @param description one line, for the writer
   * @param words other words for it in texts and questions; may be empty
   * @param toEntity whether its object is a subject of further claims, so that reading may hop on
   * @param rule how claims of one subject live together
   */
  public record Relation(
      String name, String description, List<String> words, boolean toEntity, Rule rule) {
    public Relation {
      Texts.requireNotBlank("relation", name);
      Objects.requireNonNull(description, "description");
      words = List.copyOf(words);
      Objects.requireNonNull(rule, "rule");
    }
  }
}
