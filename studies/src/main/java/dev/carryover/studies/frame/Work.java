package dev.carryover.studies.frame;

import dev.carryover.core.ModelIdentity;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A planned study with its model open.
 *
 * @param model who answers
 * @param facts what else the plan rests on, such as a digest of the sources; recorded beside the
 *     settings, and a run with other facts is another plan
 * @param sources the ids of what the items are about, in order
 * @param steps in the order of the journal
 * @param closing releases the model
 */
public record Work(
    ModelIdentity model,
    SortedMap<String, String> facts,
    List<String> sources,
    List<Step> steps,
    Runnable closing)
    implements AutoCloseable {
  public Work {
    Objects.requireNonNull(model, "model");
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
    sources = List.copyOf(sources);
    steps = List.copyOf(steps);
    Objects.requireNonNull(closing, "closing");
  }

  @Override
  public void close() {
    closing.run();
  }
}
