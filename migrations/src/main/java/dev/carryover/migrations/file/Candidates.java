package dev.carryover.migrations.file;

import java.util.List;
import java.util.Objects;

/**
 * Components that could replace the old ones, one migration each.
 *
 * @param list at least one, their names unique
 * @param askOld whether the old side is asked too when they are screened
 */
public record Candidates(List<Candidate> list, boolean askOld) {
  /** The name of the one candidate of a file that has {@code new} in place of a list. */
  public static final String ONLY = "new";

  public Candidates {
    list = List.copyOf(list);
  }

  /** A name, fit for a folder, and the upgrade to what it stands for. */
  public record Candidate(String name, MigrationFile migration) {
    public Candidate {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(migration, "migration");
    }
  }

  /**
   * The migration to one of them.
   *
   * @throws ConfigException if there is none of this name
   */
  public MigrationFile named(String name) {
    return list.stream()
        .filter(candidate -> candidate.name().equals(name))
        .map(Candidate::migration)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    "--candidate",
                    "there is no candidate '" + name + "'",
                    "there are " + String.join(", ", list.stream().map(Candidate::name).toList())));
  }
}
