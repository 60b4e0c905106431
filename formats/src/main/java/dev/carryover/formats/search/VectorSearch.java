package dev.carryover.formats.search;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import java.util.List;

/**
 * Finds texts by meaning: embeds all questions in one call and looks for the closest vectors.
 *
 * @param embedder of the questions; stays open when this is closed
 * @param index of the texts' vectors
 */
public record VectorSearch(Embedder embedder, VectorIndex index) implements TextSearch {
  @Override
  public List<List<Hit>> search(List<String> questions, int k) {
    return questions.isEmpty()
        ? List.of()
        : index.nearest(embedder.embed(questions, Purpose.QUERY), k);
  }

  @Override
  public void close() {
    index.close();
  }
}
