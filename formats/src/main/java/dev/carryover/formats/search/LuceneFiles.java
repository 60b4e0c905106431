package dev.carryover.formats.search;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;

/**
 * Writes Lucene indexes that search the same however often they are built: one thread, one segment,
 * documents numbered in the order of adding.
 */
final class LuceneFiles {
  /**
   * Under Lucene's limit of 2,048 for one thread; more than this is written in parts and merged.
   */
  private static final double BUFFER_MIB = 1_900;

  private LuceneFiles() {}

  /** Adds documents. */
  @FunctionalInterface
  interface Documents {
    void addTo(Sink sink) throws IOException;
  }

  /** Takes a document. */
  @FunctionalInterface
  interface Sink {
    void add(Document document) throws IOException;
  }

  static void write(Directory directory, Analyzer analyzer, Codec codec, Documents documents)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig(analyzer)
            .setCodec(codec)
            .setRAMBufferSizeMB(BUFFER_MIB)
            .setMergePolicy(new LogDocMergePolicy())
            .setMergeScheduler(new SerialMergeScheduler());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      documents.addTo(writer::addDocument);
      writer.forceMerge(1);
      writer.commit();
    }
  }
}
