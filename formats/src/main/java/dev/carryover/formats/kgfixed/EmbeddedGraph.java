package dev.carryover.formats.kgfixed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Claims by the entities at their ends, in this process. */
final class EmbeddedGraph implements ClaimGraph {
  private final Map<Integer, List<Integer>> places = new HashMap<>();

  EmbeddedGraph(int claims, Entities entities) {
    for (int place = 0; place < claims; place++) {
      add(entities.subject(place), place);
      if (entities.object(place) != entities.subject(place)) {
        add(entities.object(place), place);
      }
    }
  }

  @Override
  public List<Integer> touching(Collection<Integer> entities) {
    TreeSet<Integer> touching = new TreeSet<>();
    entities.forEach(entity -> touching.addAll(places.getOrDefault(entity, List.of())));
    return List.copyOf(touching);
  }

  @Override
  public void close() {}

  private void add(int entity, int place) {
    places.computeIfAbsent(entity, e -> new ArrayList<>()).add(place);
  }
}
