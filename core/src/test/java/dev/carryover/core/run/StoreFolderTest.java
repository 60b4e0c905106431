package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.carryover.core.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreFolderTest {
  @TempDir Path folder;
  StoreFolder stores;

  @BeforeEach
  void nameTheFolder() {
    stores = new StoreFolder(folder.resolve("stores"));
  }

  @Test
  void aWrittenStoreIsFoundAndOpens() throws IOException {
    MemoryStore written = SampleRuns.writeStore(stores, "rag-1");

    assertThat(stores.find("rag-1")).contains(written);
    assertThat(StoreFolder.open(written.directory())).isEqualTo(written);
    assertThat(written.manifest().description()).isEqualTo(SampleRuns.description());
    assertThat(written.manifest().bytes()).isEqualTo(25 + 4 + 1);
    assertThat(written.content().resolve("vectors/0.f32"))
        .hasBinaryContent(new byte[] {0, 0, -128, 63});
    assertThat(entries(folder.resolve("stores"))).containsExactly("rag-1");
  }

  @Test
  void aStoreThatNobodyWroteIsNotFound() {
    assertThat(stores.find("rag-1")).isEmpty();
    SampleRuns.writeStore(stores, "rag-1");
    assertThat(stores.find("rag-2")).isEmpty();
  }

  @Test
  void aStoreThatIsThereIsNotWrittenAgain() {
    MemoryStore written = SampleRuns.writeStore(stores, "rag-1");

    MemoryStore again =
        stores
            .target("rag-1")
            .write(
                SampleRuns.description(),
                content -> {
                  throw new AssertionError("written again");
                });

    assertThat(again).isEqualTo(written);
  }

  @Test
  void equalContentsGiveEqualBytes() throws IOException {
    Path one = SampleRuns.writeStore(stores, "rag-1").directory();
    Path two = SampleRuns.writeStore(new StoreFolder(folder.resolve("elsewhere")), "x").directory();

    assertThat(bytes(one)).isEqualTo(bytes(two));
  }

  static Stream<Arguments> tamperings() {
    return Stream.of(
        arguments("a byte changed", (Tampering) c -> flip(c.resolve("vectors/0.f32"))),
        arguments("a file deleted", (Tampering) c -> Files.delete(c.resolve("vectors.idx"))),
        arguments("a file added", (Tampering) c -> Files.write(c.resolve("more"), new byte[0])),
        arguments(
            "a file added below",
            (Tampering) c -> Files.write(c.resolve("vectors/1.f32"), new byte[4])),
        arguments(
            "a file renamed",
            (Tampering) c -> Files.move(c.resolve("vectors.idx"), c.resolve("vectors.idy"))),
        arguments(
            "two files exchanged",
            (Tampering)
                c -> {
                  byte[] one = Files.readAllBytes(c.resolve("vectors.idx"));
                  Files.write(
                      c.resolve("vectors.idx"), Files.readAllBytes(c.resolve("vectors/0.f32")));
                  Files.write(c.resolve("vectors/0.f32"), one);
                }),
        arguments(
            "a byte moved to the next file",
            (Tampering)
                c -> {
                  byte[] vector = Files.readAllBytes(c.resolve("vectors/0.f32"));
                  Files.write(c.resolve("vectors/0.f32"), Arrays.copyOf(vector, 3));
                  Files.write(c.resolve("vectors.idx"), new byte[] {1, 63});
                }),
        arguments(
            "a file truncated",
            (Tampering) c -> Files.write(c.resolve("items.jsonl"), new byte[0])),
        arguments(
            "a file lengthened",
            (Tampering)
                c ->
                    Files.write(
                        c.resolve("items.jsonl"), new byte[] {'\n'}, StandardOpenOption.APPEND)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tamperings")
  void aStoreWhoseContentChangedDoesNotOpen(String name, Tampering tampering) throws IOException {
    MemoryStore store = SampleRuns.writeStore(stores, "rag-1");

    tampering.apply(store.content());

    String expected = store.manifest().sha256();
    assertThatThrownBy(() -> stores.find("rag-1"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(store.directory().toString())
        .hasMessageContaining("expected 30 bytes with the SHA-256 " + expected)
        .hasMessageMatching(
            "(?s).*holds \\d+ bytes with the SHA-256 (?!" + expected + ")[0-9a-f]{64}.*")
        .hasMessageContaining("Delete its folder");
    assertThatThrownBy(() -> SampleRuns.writeStore(stores, "rag-1"))
        .isInstanceOf(RunException.class);
  }

  @Test
  void anIndexMayComeChangeAndGo() throws IOException {
    MemoryStore store = SampleRuns.writeStore(stores, "rag-1");

    Files.createDirectories(store.index());
    Files.write(store.index().resolve("segments_1"), new byte[] {1, 2, 3});
    assertThat(stores.find("rag-1")).contains(store);
    Files.write(store.index().resolve("segments_1"), new byte[] {9});
    assertThat(stores.find("rag-1")).contains(store);
  }

  @Test
  void aChangedManifestDoesNotOpen() throws IOException {
    Path manifest = SampleRuns.writeStore(stores, "rag-1").directory().resolve("manifest.json");
    String text = Files.readString(manifest);

    for (String change : List.of("minilm=e5", "512=256", "conv-26=conv-30", "50 %=60 %")) {
      String[] fromTo = change.split("=");
      assertThat(text).contains(fromTo[0]);
      Files.writeString(manifest, text.replace(fromTo[0], fromTo[1]));
      assertThatThrownBy(() -> stores.find("rag-1"))
          .as(change)
          .isInstanceOf(RunException.class)
          .hasMessageContaining(manifest.toString())
          .hasMessageContaining("does not match its own checksum");
    }
  }

  @Test
  void aManifestOfANewerSchemaIsRefused() throws IOException {
    Path manifest = SampleRuns.writeStore(stores, "rag-1").directory().resolve("manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("carryover.store/1", "carryover.store/2"));

    assertThatThrownBy(() -> stores.find("rag-1"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(manifest.toString())
        .hasMessageContaining("'carryover.store/2'")
        .hasMessageContaining("reads 'carryover.store/1'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "garbage",
        "\0\0\0",
        "{\"schema\":\"carryover.store/1\"}",
        "{\"schema\":\"carryover.store/1\",\"manifest\":{}}",
        "{\"schema\":\"carryover.store/1\",\"manifest\":null}"
      })
  void aManifestThatIsNoneIsRefused(String content) throws IOException {
    Path manifest = SampleRuns.writeStore(stores, "rag-1").directory().resolve("manifest.json");
    Files.writeString(manifest, content);

    assertThatThrownBy(() -> stores.find("rag-1"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(manifest.toString());
  }

  @Test
  void aManifestTruncatedAnywhereIsRefused() throws IOException {
    Path manifest = SampleRuns.writeStore(stores, "rag-1").directory().resolve("manifest.json");
    String text = Files.readString(manifest).stripTrailing();

    for (int length = 0; length < text.length(); length += 7) {
      Files.writeString(manifest, text.substring(0, length));
      assertThatThrownBy(() -> stores.find("rag-1"))
          .as("cut at %d", length)
          .isInstanceOf(RunException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest.json", "content"})
  void aStoreThatLacksAPartIsRefused(String part) throws IOException {
    MemoryStore store = SampleRuns.writeStore(stores, "rag-1");
    Files.move(store.directory().resolve(part), folder.resolve("away"));

    assertThatThrownBy(() -> stores.find("rag-1"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(store.directory().toString());
  }

  @Test
  void aLinkInTheContentIsRefusedWhereverItLeads() throws IOException {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("hidden"), "never checked");
    MemoryStore store = SampleRuns.writeStore(stores, "rag-1");
    Path link = store.content().resolve("zz");

    for (Path target : List.of(outside, outside.resolve("hidden"), Path.of("nowhere"))) {
      Files.createSymbolicLink(link, target);
      assertThatThrownBy(() -> stores.find("rag-1"))
          .as("a link to %s", target)
          .isInstanceOf(RunException.class)
          .hasMessageContaining(link.toString());
      Files.delete(link);
    }
    assertThat(stores.find("rag-1")).isPresent();

    Path content = store.content();
    Files.move(content, outside.resolve("content"));
    Files.createSymbolicLink(content, outside.resolve("content"));
    assertThatThrownBy(() -> stores.find("rag-1"))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(content.toString());
  }

  @Test
  void aLinkIsNotWrittenIntoAStore() throws IOException {
    assertThatThrownBy(
            () ->
                stores
                    .target("rag-1")
                    .write(
                        SampleRuns.description(),
                        content -> Files.createSymbolicLink(content.resolve("a"), folder)))
        .isInstanceOf(RunException.class);

    assertThat(stores.find("rag-1")).isEmpty();
    assertThat(entries(folder.resolve("stores"))).isEmpty();
  }

  @Test
  void aWriterThatFailsLeavesNothing() throws IOException {
    assertThatThrownBy(
            () ->
                stores
                    .target("rag-1")
                    .write(
                        SampleRuns.description(),
                        content -> {
                          Files.write(content.resolve("half"), new byte[9]);
                          throw new IOException("the pipe broke");
                        }))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("rag-1")
        .hasMessageContaining("the pipe broke");
    assertThatThrownBy(
            () ->
                stores
                    .target("rag-1")
                    .write(
                        SampleRuns.description(),
                        content -> {
                          throw new IllegalStateException("no vectors");
                        }))
        .hasMessage("no vectors");

    assertThat(stores.find("rag-1")).isEmpty();
    assertThat(entries(folder.resolve("stores"))).isEmpty();
  }

  /** Ends as a kill would, with the content written and the store not yet published. */
  static final class DyingWriter {
    private DyingWriter() {}

    public static void main(String[] arguments) {
      new StoreFolder(Path.of(arguments[0]))
          .target("rag-1")
          .write(
              SampleRuns.description(),
              content -> {
                Files.write(content.resolve("half"), new byte[1000]);
                Runtime.getRuntime().halt(137);
              });
    }
  }

  @Test
  void aWriterThatDiesLeavesNoStoreAndItsRestIsSweptAway() throws IOException {
    Path run = folder.resolve("run");
    RunDirectory.open(run, SampleRuns.record()).close();
    Path in = run.resolve("stores");
    try (ChildJvm child = ChildJvm.start(DyingWriter.class, in.toString())) {
      assertThat(child.lines()).isEmpty();
    }
    assertThat(entries(in)).hasSize(1);
    assertThat(new StoreFolder(in).find("rag-1")).isEmpty();

    try (RunDirectory resumed = RunDirectory.open(run, SampleRuns.record())) {
      assertThat(entries(in)).isEmpty();
      MemoryStore written = SampleRuns.writeStore(resumed.stores(), "rag-1");
      assertThat(resumed.stores().find("rag-1")).contains(written);
    }
    RunDirectory.open(run, SampleRuns.record()).close();
    assertThat(new StoreFolder(in).find("rag-1")).isPresent();
  }

  @Test
  void ofWritersOfOneStoreOneWinsAndAllGetIt() throws Exception {
    int writers = 6;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    CyclicBarrier allHaveWritten = new CyclicBarrier(writers);
    List<Future<MemoryStore>> written = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      byte[] own = {(byte) writer};
      written.add(
          threads.submit(
              () ->
                  new StoreFolder(folder.resolve("stores"))
                      .target("rag-1")
                      .write(
                          SampleRuns.description(),
                          content -> {
                            Files.write(content.resolve("own"), own);
                            await(allHaveWritten);
                          })));
    }
    threads.shutdown();

    Set<MemoryStore> got = new HashSet<>();
    for (Future<MemoryStore> store : written) {
      got.add(store.get());
    }
    assertThat(got).hasSize(1);
    assertThat(stores.find("rag-1")).contains(got.iterator().next());
    assertThat(entries(folder.resolve("stores"))).containsExactly("rag-1");
  }

  @FunctionalInterface
  interface Tampering {
    void apply(Path content) throws IOException;
  }

  private static void flip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  private static void await(CyclicBarrier barrier) throws IOException {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static List<String> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  private static SortedMap<String, List<Byte>> bytes(Path folder) throws IOException {
    SortedMap<String, List<Byte>> bytes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        List<Byte> content = new ArrayList<>();
        for (byte b : Files.readAllBytes(file)) {
          content.add(b);
        }
        bytes.put(folder.relativize(file).toString(), content);
      }
    }
    return bytes;
  }
}
