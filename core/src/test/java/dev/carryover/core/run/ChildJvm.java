package dev.carryover.core.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Another process with this one's class path. */
final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /** Starts it behind a shell command that sets its limits. */
  static ChildJvm startLimited(String limits, Class<?> main, String... arguments)
      throws IOException {
    return start(List.of("sh", "-c", limits + "; exec \"$0\" \"$@\""), main, arguments);
  }

  private static ChildJvm start(List<String> before, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:-UsePerfData", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** The next line that it prints; nothing once it has ended. */
  Optional<String> line() throws IOException {
    return Optional.ofNullable(output.readLine());
  }

  /** All that it still prints until it ends. */
  List<String> lines() {
    return output.lines().toList();
  }

  /** Ends it as SIGKILL does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly().onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
