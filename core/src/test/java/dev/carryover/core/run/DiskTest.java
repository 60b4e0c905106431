package dev.carryover.core.run;

import static dev.carryover.core.run.SampleObservations.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.spi.Reporter.ReportFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, and one that is read-only: nothing half-written, nothing lost. */
class DiskTest {
  @TempDir Path folder;

  @Test
  void aFullDiskLosesTheBlockThatDidNotFitAndNothingElse() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64)) {
      Path file = disk.root().resolve("observations.jsonl");
      try (Journal journal = Journal.open(file)) {
        journal.append(numbered(0, 20), new Spent(1, new TreeMap<>()));
        byte[] before = Files.readAllBytes(file);
        Path filler = disk.fillAllBut(8192);

        assertThatThrownBy(() -> journal.append(numbered(20, 120), new Spent(1, new TreeMap<>())))
            .isInstanceOf(UncheckedIOException.class)
            .hasMessageContaining(file.toString())
            .hasMessageContaining("No space left")
            .hasMessageContaining("100 observations are lost")
            .hasMessageContaining("the 20 before them were written");
        assertThat(journal.all()).isEqualTo(numbered(0, 20));
        assertThat(journal.spent()).isEqualTo(new Spent(1, new TreeMap<>()));
        assertThat(file).hasBinaryContent(before);

        Files.delete(filler);
        journal.append(numbered(20, 60), new Spent(1, new TreeMap<>()));
      }
      try (Journal journal = Journal.open(file)) {
        assertThat(journal.all()).isEqualTo(numbered(0, 60));
        assertThat(journal.spent()).isEqualTo(new Spent(2, new TreeMap<>()));
      }
    }
  }

  /** Appends until its file may not grow any more, then what still fits. */
  static final class LimitedAppender {
    private LimitedAppender() {}

    public static void main(String[] arguments) {
      try (Journal journal = Journal.open(Path.of(arguments[0]))) {
        int next = 0;
        try {
          while (true) {
            journal.append(numbered(next, next + 50), Spent.NOTHING);
            next += 50;
          }
        } catch (UncheckedIOException e) {
          System.out.println(e.getMessage());
        }
        journal.append(numbered(next, next + 1), Spent.NOTHING);
        System.out.println(journal.all().equals(numbered(0, next + 1)) ? next + 1 : -1);
      }
    }
  }

  /** The write is cut short in the middle of a block, as on a full disk; needs no privilege. */
  @Test
  void appendingGoesOnBehindTheLastWholeBlock() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell to limit a file's size with");
    Path file = folder.resolve("observations.jsonl");
    List<String> said;
    try (ChildJvm child =
        ChildJvm.startLimited("ulimit -f 200", LimitedAppender.class, file.toString())) {
      said = child.lines();
    }

    assertThat(said).hasSize(2);
    assertThat(said.get(0)).contains(file.toString(), "50 observations are lost");
    int safe = Integer.parseInt(said.get(1));
    assertThat(safe).isGreaterThan(50);
    try (Journal journal = Journal.open(file)) {
      assertThat(journal.all()).isEqualTo(numbered(0, safe));
    }
  }

  @Test
  void aStoreThatDoesNotFitLeavesNothing() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64)) {
      Path stores = disk.root().resolve("stores");
      StoreFolder folder = new StoreFolder(stores);

      assertThatThrownBy(
              () ->
                  folder
                      .target("rag-1")
                      .write(
                          SampleRuns.description(),
                          content -> Files.write(content.resolve("texts"), new byte[100_000])))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("rag-1")
          .hasMessageContaining("No space left");
      assertThat(folder.find("rag-1")).isEmpty();
      try (Stream<Path> left = Files.list(stores)) {
        assertThat(left).isEmpty();
      }
      MemoryStore smaller =
          folder
              .target("rag-1")
              .write(
                  SampleRuns.description(),
                  content -> Files.write(content.resolve("texts"), new byte[10_000]));
      assertThat(folder.find("rag-1")).contains(smaller);
    }
  }

  @Test
  void aRecordThatDoesNotFitLeavesTheOldOne() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64);
        RunDirectory run = RunDirectory.open(disk.root(), SampleRuns.record())) {
      Path record = disk.root().resolve("run.json");
      byte[] before = Files.readAllBytes(record);
      disk.fillAllBut(4096);

      assertThatThrownBy(() -> run.update(SampleRuns::withManyNotes))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("run.json");
      assertThatThrownBy(
              () ->
                  RunDirectory.writeReport(
                      disk.root(), List.of(new ReportFile("index.html", "x".repeat(9000)))))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("report");

      assertThat(run.record()).isEqualTo(SampleRuns.record());
      assertThat(record).hasBinaryContent(before);
      try (Stream<Path> files = Files.walk(disk.root())) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .noneMatch(name -> name.endsWith(".tmp") || name.equals("index.html"));
      }
    }
  }

  @Test
  void aReadOnlyDiskCanBeReadAndRefusesEveryWrite() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 256)) {
      Path root = disk.root().resolve("run");
      try (RunDirectory run = RunDirectory.open(root, SampleRuns.record())) {
        run.journal().append(numbered(0, 5), Spent.NOTHING);
        SampleRuns.writeStore(run.stores(), "rag-1");
      }
      disk.makeReadOnly();

      assertThatThrownBy(() -> RunDirectory.open(root, SampleRuns.record()))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(root.toString())
          .hasMessageContaining("Read-only");
      assertThatThrownBy(() -> SampleRuns.writeStore(new StoreFolder(root.resolve("stores")), "b"))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("Read-only");
      assertThatThrownBy(
              () -> RunDirectory.writeReport(root, List.of(new ReportFile("report.json", "{}"))))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("Read-only");
      try (RunDirectory.Finished run = RunDirectory.read(root)) {
        assertThat(run.journal().all()).isEqualTo(numbered(0, 5));
      }
      assertThat(new StoreFolder(root.resolve("stores")).find("rag-1")).isPresent();
    }
  }
}
