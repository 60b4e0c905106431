package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that keep answers in one folder at the same time, and are killed. */
class AnswerFolderKillTest {
  @TempDir private Path folder;

  /** Keeps answers for ever and prints the number of the last one that is safe. */
  static final class Keeper {
    private Keeper() {}

    public static void main(String[] arguments) {
      try (AnswerFolder answers = AnswerFolder.open(Path.of(arguments[0]))) {
        for (int i = 0; ; i++) {
          answers.keep(arguments[1] + "-" + i, Reply.of("answer " + i));
          System.out.println(i);
        }
      }
    }
  }

  @Test
  void whatWasKeptOutlivesTheProcesses() throws IOException {
    List<ChildJvm> children = new ArrayList<>();
    int[] safe = new int[3];
    try {
      for (int child = 0; child < safe.length; child++) {
        children.add(ChildJvm.start(Keeper.class, folder.toString(), "child" + child));
      }
      for (int child = 0; child < safe.length; child++) {
        for (int lines = 0; lines < 300 + 100 * child; lines++) {
          safe[child] = Integer.parseInt(children.get(child).line().orElseThrow());
        }
      }
    } finally {
      children.forEach(ChildJvm::kill);
    }

    try (AnswerFolder answers = AnswerFolder.open(folder)) {
      assertThat(answers.contents().segments()).isEqualTo(safe.length);
      assertThat(answers.contents().damaged()).isEmpty();
      for (int child = 0; child < safe.length; child++) {
        for (int i = 0; i <= safe[child]; i++) {
          assertThat(answers.find("child" + child + "-" + i)).contains(Reply.of("answer " + i));
        }
      }
    }
  }
}
