package dev.carryover.formats.search;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's own vector format without its limit of 1,024 dimensions, which many embedding models
 * exceed. Written under the original's name, it is read by the original.
 */
final class WideVectorsFormat extends KnnVectorsFormat {
  private static final int MOST_DIMENSIONS = 1 << 16;

  private final Lucene99HnswVectorsFormat original =
      new Lucene99HnswVectorsFormat(HnswShape.M, HnswShape.BUILD_BEAM);

  WideVectorsFormat() {
    super("Lucene99HnswVectorsFormat");
  }

  @Override
  public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    return original.fieldsWriter(state);
  }

  @Override
  public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
    return original.fieldsReader(state);
  }

  @Override
  public int getMaxDimensions(String field) {
    return MOST_DIMENSIONS;
  }
}
