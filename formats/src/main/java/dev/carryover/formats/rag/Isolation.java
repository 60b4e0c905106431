package dev.carryover.formats.rag;

import dev.carryover.core.StoreManifest.Description;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The mark of a store whose spaces are asked apart. Its rows are as long as its largest dimension,
 * those of smaller spaces filled with zeros.
 */
final class Isolation {
  private static final String SPACES = "spaces";
  private static final String ISOLATED = "isolated";

  private Isolation() {}

  static boolean marks(Description description) {
    return ISOLATED.equals(description.settings().get(SPACES));
  }

  /** The same description, marked or not. */
  static Description mark(Description description, boolean isolated) {
    SortedMap<String, String> settings = new TreeMap<>(description.settings());
    settings.remove(SPACES);
    if (isolated) {
      settings.put(SPACES, ISOLATED);
    }
    return new Description(
        description.format(),
        description.history(),
        description.writer(),
        description.spaces(),
        settings,
        description.seed(),
        description.ancestor());
  }
}
