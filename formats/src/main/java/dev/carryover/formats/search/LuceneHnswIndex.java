package dev.carryover.formats.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Version;

/**
 * Finds close vectors in Lucene's HNSW graph: approximate, on disk, mapped into memory. The graph
 * is built by one thread into one segment, so that two builds find the same.
 */
public final class LuceneHnswIndex implements VectorIndex {
  private static final String FIELD = "vector";

  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private final int beam;

  private LuceneHnswIndex(Directory directory, int beam) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    this.searcher = new IndexSearcher(reader);
    this.beam = beam;
  }

  /**
   * The index over these vectors: opened from its home, or built there first.
   *
   * @param beam candidates that a search keeps; more finds more, and takes longer
   * @throws UncheckedIOException if it can be built neither on disk nor in memory
   */
  public static LuceneHnswIndex open(VectorRows rows, int beam, IndexHome home) {
    String parameters =
        "Lucene %s; M %d; beam %d".formatted(Version.LATEST, HnswShape.M, HnswShape.BUILD_BEAM);
    Directory directory =
        DerivedIndex.open(home, "lucene-hnsw", parameters, target -> build(rows, target));
    try {
      return new LuceneHnswIndex(directory, beam);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void build(VectorRows rows, Directory target) throws IOException {
    Lucene912Codec codec =
        new Lucene912Codec() {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            return new WideVectorsFormat();
          }
        };
    LuceneFiles.write(
        target,
        new KeywordAnalyzer(),
        codec,
        sink ->
            rows.forEach(
                (row, vector) -> {
                  try {
                    sink.add(document(vector));
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  private static Document document(float[] vector) {
    Document document = new Document();
    document.add(
        new KnnFloatVectorField(
            FIELD, UnitLength.of(vector), VectorSimilarityFunction.DOT_PRODUCT));
    return document;
  }

  @Override
  public List<List<Hit>> nearest(List<float[]> queries, int k) {
    List<List<Hit>> found = new ArrayList<>(queries.size());
    for (float[] query : queries) {
      found.add(nearest(UnitLength.of(query), k));
    }
    return found;
  }

  private List<Hit> nearest(float[] query, int k) {
    try {
      List<Hit> hits = new ArrayList<>(k);
      KnnFloatVectorQuery nearest = new KnnFloatVectorQuery(FIELD, query, Math.max(beam, k));
      for (ScoreDoc doc : searcher.search(nearest, k).scoreDocs) {
        hits.add(new Hit(doc.doc, cosine(doc.score)));
      }
      return hits;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Undoes Lucene's mapping of cosines to scores from 0 to 1. */
  private static double cosine(float score) {
    return 2.0 * score - 1;
  }

  @Override
  public void close() {
    try (directory) {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
