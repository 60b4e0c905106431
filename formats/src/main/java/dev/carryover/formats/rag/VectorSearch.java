package dev.carryover.formats.rag;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.formats.search.Hit;
import dev.carryover.formats.search.TextSearch;
import dev.carryover.formats.search.VectorIndex;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Finds texts by meaning: embeds all questions in one call and looks for the closest vectors.
 *
 * @param embedder of the questions; stays open when this is closed
 * @param intoSpace maps the questions' vectors into the space of the texts'
 * @param index of the texts' vectors
 */
record VectorSearch(Embedder embedder, UnaryOperator<float[]> intoSpace, VectorIndex index)
    implements TextSearch {
  @Override
  public List<List<Hit>> search(List<String> questions, int k) {
    List<float[]> queries = Embedding.of(questions, Purpose.QUERY, embedder);
    return index.nearest(queries.stream().map(intoSpace).toList(), k);
  }

  @Override
  public void close() {
    index.close();
  }
}
