package dev.carryover.models.reader;

import dev.carryover.core.ClaimSchema.Relation;
import java.util.List;
import java.util.Optional;

/** Tells which relation of a schema a sentence is about. Safe for use by several threads. */
public interface RelationChooser {
  /** One of the relations; nothing where none fits, or several do alike. */
  Optional<Relation> choose(Wording wording, List<Relation> among);
}
