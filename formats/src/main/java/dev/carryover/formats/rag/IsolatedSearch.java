package dev.carryover.formats.rag;

import dev.carryover.formats.search.Hit;
import dev.carryover.formats.search.TextSearch;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks every space of a store in its own terms and joins what they find. Cosines of two embedders
 * cannot be compared, so that a hit counts by how far its cosine is over the mean of the question's
 * cosines in that space, in standard deviations.
 *
 * @param spaces each searched by itself
 */
record IsolatedSearch(List<IsolatedSpace> spaces) implements TextSearch {
  IsolatedSearch {
    spaces = List.copyOf(spaces);
  }

  @Override
  public List<List<Hit>> search(List<String> questions, int k) {
    List<List<Hit>> joined = new ArrayList<>();
    questions.forEach(question -> joined.add(new ArrayList<>()));
    for (IsolatedSpace space : spaces) {
      List<List<Hit>> found = space.search(questions, k);
      for (int i = 0; i < found.size(); i++) {
        joined.get(i).addAll(found.get(i));
      }
    }
    return joined.stream()
        .map(hits -> hits.stream().sorted(Hit.BEST_FIRST).limit(k).toList())
        .toList();
  }

  @Override
  public void close() {
    spaces.forEach(IsolatedSpace::close);
  }
}
