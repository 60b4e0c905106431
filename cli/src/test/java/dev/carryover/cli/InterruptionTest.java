package dev.carryover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A command that only an interruption ends. */
class InterruptionTest {
  /** Waits for ever. */
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] arguments) throws InterruptedException {
      Interruption.expect(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
      Interruption.endsBy(() -> System.out.println("ended"));
      System.out.println("waiting");
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void anInterruptionThatIsTheEndRunsTheEndingAndIsNoFailure()
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Waiting.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("waiting");

      process.toHandle().destroy();

      assertThat(out.lines()).containsExactly("ended");
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
