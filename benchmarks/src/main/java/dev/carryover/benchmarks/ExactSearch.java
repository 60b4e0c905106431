package dev.carryover.benchmarks;

import dev.carryover.formats.search.ExactIndex;
import dev.carryover.formats.search.Hit;
import dev.carryover.formats.search.VectorRows;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.DoubleValues;
import org.apache.lucene.search.DoubleValuesSource;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.VectorScorer;
import org.apache.lucene.store.MMapDirectory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The eight closest of 100,000 vectors of 384 dimensions, exactly: ours against Lucene's two ways,
 * each on one thread. The vectors are seeded and clustered, as texts on few topics give. The set-up
 * stops unless all three find the same.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgs = {"-Xmx2g", "-XX:+UseSerialGC"})
public class ExactSearch {
  private static final int VECTORS = 100_000;
  private static final int DIMENSION = 384;
  private static final int TOPICS = 200;
  private static final int QUESTIONS = 64;
  private static final int K = 8;
  private static final double ROUNDING = 1e-5;
  private static final String FIELD = "vector";

  private final List<float[]> questions = clustered(QUESTIONS, 2);
  private final ExactIndex ours;
  private final Lucene lucene;
  private int next;

  /** Makes the vectors and both indexes. */
  public ExactSearch() {
    List<float[]> vectors = clustered(VECTORS, 1);
    ours = ExactIndex.of(VectorRows.of(DIMENSION, vectors), 1);
    try {
      lucene = new Lucene(vectors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops unless all find the same. */
  @Setup
  public void compare() throws IOException {
    for (float[] question : questions) {
      List<Hit> found = ours.nearest(List.of(question), K).get(0);
      requireSame(found, lucene.scan(question));
      requireSame(found, lucene.byFunctionScore(question));
    }
  }

  /** Deletes Lucene's index. */
  @TearDown
  public void delete() throws IOException {
    lucene.close();
  }

  /** Ours, one question at a time. */
  @Benchmark
  public List<List<Hit>> oursOneQuestion() {
    return ours.nearest(List.of(question()), K);
  }

  /** Ours, all questions in one call; the time is that of one question. */
  @Benchmark
  @OperationsPerInvocation(QUESTIONS)
  public List<List<Hit>> oursBatchOf64() {
    return ours.nearest(questions, K);
  }

  /** Lucene's vector scorer over every document, with the leanest top-k. */
  @Benchmark
  public List<Hit> luceneVectorScorer() throws IOException {
    return lucene.scan(question());
  }

  /**
   * Lucene's similarity as a function score over all documents: the way its documentation shows.
   */
  @Benchmark
  public List<Hit> luceneFunctionScoreQuery() throws IOException {
    return lucene.byFunctionScore(question());
  }

  private float[] question() {
    next = (next + 1) % questions.size();
    return questions.get(next);
  }

  /** Ours reports cosines, Lucene (1 + cosine) / 2. */
  private static void requireSame(List<Hit> ours, List<Hit> lucene) {
    for (int rank = 0; rank < K; rank++) {
      double theirs = 2 * lucene.get(rank).score() - 1;
      if (Math.abs(ours.get(rank).score() - theirs) > ROUNDING) {
        throw new IllegalStateException(
            "rank %d: ours %s, Lucene's %s".formatted(rank + 1, ours, lucene));
      }
    }
  }

  private static List<float[]> clustered(int count, long seed) {
    Random centres = new Random(42);
    float[][] topics = new float[TOPICS][DIMENSION];
    for (float[] topic : topics) {
      for (int d = 0; d < DIMENSION; d++) {
        topic[d] = (float) centres.nextGaussian();
      }
    }
    Random random = new Random(seed);
    List<float[]> vectors = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      vectors.add(near(topics[random.nextInt(TOPICS)], random));
    }
    return vectors;
  }

  private static float[] near(float[] topic, Random random) {
    float[] vector = new float[DIMENSION];
    double square = 0;
    for (int d = 0; d < DIMENSION; d++) {
      vector[d] = topic[d] + 0.7f * (float) random.nextGaussian();
      square += (double) vector[d] * vector[d];
    }
    double length = Math.sqrt(square);
    for (int d = 0; d < DIMENSION; d++) {
      vector[d] = (float) (vector[d] / length);
    }
    return vector;
  }

  /** The same vectors in an index of Lucene's, on disk as it likes them. */
  private static final class Lucene implements Closeable {
    private final Path folder = Files.createTempDirectory("exact-search");
    private final MMapDirectory directory = new MMapDirectory(folder);
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    Lucene(List<float[]> vectors) throws IOException {
      write(vectors, directory);
      reader = DirectoryReader.open(directory);
      searcher = new IndexSearcher(reader);
    }

    @Override
    public void close() throws IOException {
      reader.close();
      directory.close();
      try (Stream<Path> walk = Files.walk(folder)) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }

    List<Hit> scan(float[] question) throws IOException {
      float[] scores = new float[K];
      int[] items = new int[K];
      int size = 0;
      for (LeafReaderContext leaf : reader.leaves()) {
        VectorScorer scorer = leaf.reader().getFloatVectorValues(FIELD).scorer(question);
        DocIdSetIterator documents = scorer.iterator();
        for (int document = documents.nextDoc();
            document != DocIdSetIterator.NO_MORE_DOCS;
            document = documents.nextDoc()) {
          float score = scorer.score();
          if (size < K || score > scores[K - 1]) {
            int place = size < K ? size++ : K - 1;
            while (place > 0 && scores[place - 1] < score) {
              scores[place] = scores[place - 1];
              items[place] = items[place - 1];
              place--;
            }
            scores[place] = score;
            items[place] = leaf.docBase + document;
          }
        }
      }
      List<Hit> hits = new ArrayList<>(K);
      for (int i = 0; i < size; i++) {
        hits.add(new Hit(items[i], scores[i]));
      }
      return hits;
    }

    List<Hit> byFunctionScore(float[] question) throws IOException {
      FunctionScoreQuery query =
          new FunctionScoreQuery(new MatchAllDocsQuery(), new Similarity(question));
      List<Hit> hits = new ArrayList<>(K);
      for (ScoreDoc found : searcher.search(query, K).scoreDocs) {
        hits.add(new Hit(found.doc, found.score));
      }
      return hits;
    }

    private static void write(List<float[]> vectors, MMapDirectory directory) throws IOException {
      // the graph is not used here, and so may be as poor as it is quick to build
      Lucene912Codec codec =
          new Lucene912Codec() {
            @Override
            public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
              return new Lucene99HnswVectorsFormat(2, 1);
            }
          };
      IndexWriterConfig config =
          new IndexWriterConfig(new KeywordAnalyzer()).setCodec(codec).setRAMBufferSizeMB(1_000);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (float[] vector : vectors) {
          Document document = new Document();
          document.add(
              new KnnFloatVectorField(FIELD, vector, VectorSimilarityFunction.DOT_PRODUCT));
          writer.addDocument(document);
        }
        writer.commit();
      }
    }
  }

  private static final class Similarity extends DoubleValuesSource {
    private final float[] question;

    Similarity(float[] question) {
      this.question = question;
    }

    @Override
    public DoubleValues getValues(LeafReaderContext leaf, DoubleValues scores) throws IOException {
      return similarityToQueryVector(leaf, question, FIELD);
    }

    @Override
    public boolean needsScores() {
      return false;
    }

    @Override
    public DoubleValuesSource rewrite(IndexSearcher searcher) {
      return this;
    }

    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
      return false;
    }

    @Override
    public boolean equals(Object other) {
      return other == this;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }

    @Override
    public String toString() {
      return "similarity";
    }
  }
}
