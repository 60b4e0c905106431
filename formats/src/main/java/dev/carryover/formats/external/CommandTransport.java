package dev.carryover.formats.external;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Starts processes, each of them a memory that is spoken to over its standard input and output. */
final class CommandTransport implements Transport {
  private final String commandLine;
  private final ExternalSettings settings;

  CommandTransport(String commandLine, ExternalSettings settings) {
    this.commandLine = commandLine;
    this.settings = settings;
  }

  @Override
  public Connection connect() {
    List<String> words = CommandLine.split(commandLine, ExternalSettings.COMMAND);
    ProcessBuilder builder = new ProcessBuilder(words);
    settings
        .environment()
        .ifPresent(
            names -> {
              Map<String, String> variables = builder.environment();
              variables.keySet().retainAll(names);
            });
    try {
      return ProcessConnection.to(builder.start(), settings.who(), settings.timeout());
    } catch (IOException e) {
      throw new UnusableException(
          "%s cannot be started: %s".formatted(settings.who(), e.getMessage()),
          "check 'command', and that it is run in the right folder");
    }
  }

  @Override
  public int lines() {
    return settings.processes();
  }

  @Override
  public int retries() {
    return settings.restarts();
  }

  @Override
  public Duration pause(int failures, LostException last) {
    return Duration.ZERO;
  }
}
