package dev.carryover.migrations.run;

import dev.carryover.core.run.AnswerFolder;
import dev.carryover.core.spi.AnswerCache;
import java.nio.file.Path;
import java.util.Optional;

/** The answers that are kept in a folder; none where there is no folder. */
record KeptAnswers(Optional<AnswerFolder> folder) implements AutoCloseable {
  static KeptAnswers in(Optional<Path> folder) {
    return new KeptAnswers(folder.map(AnswerFolder::open));
  }

  AnswerCache cache() {
    return folder.isPresent() ? folder.get() : AnswerCache.NONE;
  }

  @Override
  public void close() {
    folder.ifPresent(AnswerFolder::close);
  }
}
