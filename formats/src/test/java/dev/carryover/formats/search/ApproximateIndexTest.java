package dev.carryover.formats.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApproximateIndexTest {
  private static final List<float[]> VECTORS = Vectors.clustered(3_000, 48, 6);
  private static final List<float[]> QUERIES = Vectors.clustered(50, 48, 7);

  @TempDir private Path folder;

  @Test
  void luceneFindsNearlyAllOfTheClosest() {
    try (VectorIndex index = lucene("content a")) {
      assertThat(Vectors.recall(index, VECTORS, QUERIES, 8)).isGreaterThanOrEqualTo(0.9);
    }
  }

  @Test
  void hnswlibFindsNearlyAllOfTheClosest() {
    try (VectorIndex index = HnswlibIndex.of(Vectors.rows(VECTORS), 128)) {
      assertThat(Vectors.recall(index, VECTORS, QUERIES, 8)).isGreaterThanOrEqualTo(0.9);
    }
  }

  @Test
  void twoLuceneBuildsFindTheSame() {
    IndexHome elsewhere = new IndexHome(folder.resolve("elsewhere"), "content a");
    try (VectorIndex first = lucene("content a");
        VectorIndex second = LuceneHnswIndex.open(Vectors.rows(VECTORS), 128, elsewhere)) {
      assertThat(second.nearest(QUERIES, 8)).isEqualTo(first.nearest(QUERIES, 8));
    }
  }

  @Test
  void cosinesAreReported() {
    float[] query = VECTORS.get(17);
    try (VectorIndex lucene = lucene("content a");
        VectorIndex hnswlib = HnswlibIndex.of(Vectors.rows(VECTORS), 128)) {
      for (VectorIndex index : List.of(lucene, hnswlib)) {
        Hit best = index.nearest(List.of(query), 1).get(0).get(0);
        assertThat(best.item()).isEqualTo(17);
        assertThat(best.score()).isBetween(0.9999, 1.0001);
      }
    }
  }

  @Test
  void vectorsOfMoreThan1024DimensionsAreIndexed() {
    List<float[]> wide = Vectors.clustered(50, 1_536, 8);
    IndexHome home = new IndexHome(folder.resolve("wide"), "content wide");

    LuceneHnswIndex.open(Vectors.rows(wide), 64, home).close();
    try (VectorIndex reopened = LuceneHnswIndex.open(Vectors.rows(wide), 64, home)) {
      assertThat(Vectors.recall(reopened, wide, wide, 1)).isEqualTo(1);
    }
  }

  @Test
  void anIndexOnDiskIsUsedAgain() throws IOException {
    lucene("content a").close();
    List<String> before = snapshot();

    lucene("content a").close();

    assertThat(snapshot()).isEqualTo(before);
  }

  @Test
  void aDamagedIndexIsBuiltAnewAndNotTrusted() throws IOException {
    List<List<Hit>> sound;
    try (VectorIndex index = lucene("content a")) {
      sound = index.nearest(QUERIES, 8);
    }
    Path vectors =
        files().filter(file -> file.toString().endsWith(".vec")).findFirst().orElseThrow();
    byte[] bytes = Files.readAllBytes(vectors);
    for (int i = bytes.length / 4; i < bytes.length / 2; i++) {
      bytes[i] ^= 0x11;
    }
    Files.write(vectors, bytes);

    try (VectorIndex index = lucene("content a")) {
      assertThat(index.nearest(QUERIES, 8)).isEqualTo(sound);
    }
  }

  @Test
  void anIndexWithAFileMissingIsBuiltAnew() throws IOException {
    lucene("content a").close();
    Files.delete(
        files().filter(file -> file.toString().endsWith(".vex")).findFirst().orElseThrow());

    try (VectorIndex index = lucene("content a")) {
      assertThat(Vectors.recall(index, VECTORS, QUERIES, 8)).isGreaterThanOrEqualTo(0.9);
    }
  }

  @Test
  void anIndexOfOtherContentIsNotUsed() {
    IndexHome other = new IndexHome(folder.resolve("index"), "content b");
    List<float[]> reversed = Vectors.clustered(200, 48, 99);
    LuceneHnswIndex.open(Vectors.rows(reversed), 128, other).close();

    try (VectorIndex index = lucene("content a")) {
      assertThat(Vectors.recall(index, VECTORS, QUERIES, 8)).isGreaterThanOrEqualTo(0.9);
    }
  }

  @Test
  void aDiskThatTakesNoIndexIsNoObstacle() throws IOException {
    Files.writeString(folder.resolve("index"), "a file where the folder should be");

    try (VectorIndex index = lucene("content a")) {
      assertThat(Vectors.recall(index, VECTORS, QUERIES, 8)).isGreaterThanOrEqualTo(0.9);
    }
  }

  @Test
  void emptyIndexesFindNothing() {
    VectorRows none = VectorRows.of(3, List.of());
    List<float[]> query = List.of(new float[] {1, 0, 0});
    try (VectorIndex lucene =
            LuceneHnswIndex.open(none, 64, new IndexHome(folder.resolve("none"), "content none"));
        VectorIndex hnswlib = HnswlibIndex.of(none, 64)) {
      assertThat(lucene.nearest(query, 8)).containsExactly(List.of());
      assertThat(hnswlib.nearest(query, 8)).containsExactly(List.of());
    }
  }

  private VectorIndex lucene(String basis) {
    return LuceneHnswIndex.open(
        Vectors.rows(VECTORS), 128, new IndexHome(folder.resolve("index"), basis));
  }

  private Stream<Path> files() throws IOException {
    return Files.walk(folder.resolve("index")).filter(Files::isRegularFile);
  }

  private List<String> snapshot() throws IOException {
    return files()
        .map(
            file -> {
              try {
                return file + " " + Files.getLastModifiedTime(file).toMillis();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .sorted()
        .toList();
  }
}
