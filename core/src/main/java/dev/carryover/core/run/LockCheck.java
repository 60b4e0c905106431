package dev.carryover.core.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Holds a planned run against the lock in its folder, where there is one, and says in the run's
 * notes how they compare. A run under another plan goes on.
 */
final class LockCheck {
  /** How many differences a note names; the file of deviations has them all. */
  private static final int MOST_NAMED = 5;

  private static final String LATE =
      "A %s lies in the run directory that was not there when the run began: it locks nothing."
          .formatted(PlanLock.FILE);

  private final Path folder;
  private final RunRecord planned;

  LockCheck(Path folder, RunRecord planned) {
    this.folder = folder;
    this.planned = planned;
  }

  /** The record with a note, which is written once. */
  RunRecord noted(RunRecord record) throws IOException {
    Optional<PlanLock> found = PlanLock.find(folder);
    if (found.isEmpty()) {
      return record;
    }
    PlanLock lock = found.get();
    List<String> differences = lock.differencesFrom(planned);
    boolean late =
        RunDirectory.anythingObserved(folder)
            && record.notes().stream().noneMatch(note -> note.contains(lock.sha256()));
    String note = late ? LATE : note(lock, differences);
    if (record.notes().contains(note)) {
      return record;
    }
    if (!late && !differences.isEmpty()) {
      RunDirectory.addDeviation(folder, entry(lock, differences));
    }
    RunRecord noted = record.withNote(note);
    RunDirectory.writeRecord(folder, noted);
    return noted;
  }

  private String note(PlanLock lock, List<String> differences) {
    if (differences.isEmpty()) {
      return "The plan was locked before the first answer and is unchanged since: SHA-256 %s."
          .formatted(lock.sha256());
    }
    int more = differences.size() - MOST_NAMED;
    return "%s: %s%s."
        .formatted(
            heading(lock),
            String.join("; ", differences.subList(0, Math.min(MOST_NAMED, differences.size()))),
            more > 0 ? "; and " + more + " more, see deviations.md" : "");
  }

  private String entry(PlanLock lock, List<String> differences) {
    return heading(lock) + ":\n  - " + String.join("\n  - ", differences);
  }

  private String heading(PlanLock lock) {
    return "The plan is not the one that was locked (SHA-256 %s locked, %s now)"
        .formatted(lock.sha256(), lock.sha256Of(planned));
  }
}
