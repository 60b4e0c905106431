package dev.carryover.formats.external;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.FolderStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A memory with one fault, as a format, with what it left behind. */
final class Faulty implements AutoCloseable {
  static final Question QUESTION = new Question("What is the gate code?");

  private static final History HISTORY =
      new History("h", List.of(new Event("0", Optional.empty(), "", "The gate code is QX7752.")));

  private final Path state;
  private final MemoryFormat format;

  Faulty(Path state, String fault, String when, Map<String, String> settings) {
    this.state = state;
    Map<String, String> all = new HashMap<>(settings);
    all.put("command", "sh '%s' %s %s '%s'".formatted(script(), fault, when, state));
    this.format = new ExternalProvider().create(Settings.of(all));
  }

  static Path script() {
    try {
      return Path.of(Objects.requireNonNull(Faulty.class.getResource("faulty.sh")).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  MemoryFormat format() {
    return format;
  }

  MemoryStore write() {
    FolderStores stores = new FolderStores(state.resolve("stores"));
    return format
        .writer()
        .write(HISTORY, Components.NONE, 1, stores.target("s" + System.nanoTime()));
  }

  List<Recollection> read(Question... questions) {
    try (Memory memory = format.reader().open(write(), Components.NONE)) {
      return memory.read(List.of(questions));
    }
  }

  /** The process ids of all starts. */
  List<String> starts() {
    return lines("starts");
  }

  /** The operations asked, in order. */
  List<String> log() {
    return lines("log");
  }

  List<String> lines(String file) {
    try {
      return Files.exists(state.resolve(file))
          ? Files.readAllLines(state.resolve(file))
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean runs(String pid) {
    return ProcessHandle.of(Long.parseLong(pid)).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public void close() {
    format.close();
  }
}
