package dev.carryover.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a store is, beside its content. A store whose content does not match does not open.
 *
 * @param description how the content came about
 * @param bytes size of the content
 * @param sha256 over the content: every file's path and bytes, in path order
 */
public record StoreManifest(Description description, long bytes, String sha256) {
  public StoreManifest {
    Objects.requireNonNull(description, "description");
    Texts.requireNotBlank("sha256", sha256);
  }

  /**
   * How a store came about.
   *
   * @param format name of the memory format
   * @param history id of the history that was written
   * @param writer who wrote it, where a model did
   * @param spaces the vector spaces in it, in the order in which items refer to them
   * @param settings chunking, index and schema settings, prompt hashes; sorted by key
   * @param seed of every random choice in the making
   * @param ancestor SHA-256 of the store that this one was made from, and how
   */
  public record Description(
      String format,
      String history,
      Optional<ModelIdentity> writer,
      List<EmbedderIdentity> spaces,
      SortedMap<String, String> settings,
      long seed,
      Optional<Ancestor> ancestor) {
    public Description {
      Texts.requireNotBlank("format", format);
      Texts.requireNotBlank("history", history);
      Objects.requireNonNull(writer, "writer");
      spaces = List.copyOf(spaces);
      settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
      Objects.requireNonNull(ancestor, "ancestor");
    }

    /** The same of a store that was made from another. */
    public Description with(Ancestor from) {
      return new Description(format, history, writer, spaces, settings, seed, Optional.of(from));
    }

    /** The same under other settings. */
    public Description with(SortedMap<String, String> others) {
      return new Description(format, history, writer, spaces, others, seed, ancestor);
    }
  }

  /**
   * The store that another was made from.
   *
   * @param sha256 of the ancestor's content
   * @param method what was done to it, such as {@code re-embed 50 %} or {@code shuffled}
   */
  public record Ancestor(String sha256, String method) {
    public Ancestor {
      Texts.requireNotBlank("ancestor sha256", sha256);
      Texts.requireNotBlank("ancestor method", method);
    }
  }
}
