package dev.carryover.formats.state;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.core.spi.WriterModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Has the writer's model read a history and keep its state. The texts are those that a reader of
 * the transcript is given, an event each: {@code [time] speaker: text}.
 *
 * @param format its name
 * @param settings of the format, resolved
 * @param maker how the state comes about
 */
public record StateWriter(String format, SortedMap<String, String> settings, Maker maker)
    implements MemoryWriter {
  /** Makes a state. */
  @FunctionalInterface
  public interface Maker {
    /**
     * Has a model read and keep.
     *
     * @param passages in order, never empty
     * @param seed of every random choice
     * @param folder exists and is empty
     */
    void make(StatefulModel model, List<String> passages, long seed, Path folder);
  }

  @Override
  public MemoryStore write(History history, Components components, long seed, StoreTarget target) {
    return write(history, components, seed, Optional.empty(), maker, target);
  }

  /**
   * Writes a store that may stem from another.
   *
   * @param ancestor the store that it is made from, if any
   * @param way how the state comes about here
   * @throws SettingException if the writer's model keeps no state
   * @throws StopException if the texts are more than a reader may be shown
   */
  public MemoryStore write(
      History history,
      Components components,
      long seed,
      Optional<Ancestor> ancestor,
      Maker way,
      StoreTarget target) {
    WriterModel writer = components.requireWriter();
    StatefulModel model = writer.state().orElseThrow(() -> stateless(writer));
    List<String> passages = history.events().stream().map(Event::asDatedLine).toList();
    requireAllowed(history, passages, components.allowances().readerBytes());
    SortedMap<String, String> resolved = new TreeMap<>(settings);
    writer.settings().forEach((key, value) -> resolved.put("writer." + key, value));
    model.settings().forEach((key, value) -> resolved.put("state." + key, value));
    return target.write(
        new Description(
            format,
            history.id(),
            Optional.of(writer.identity()),
            List.of(),
            resolved,
            seed,
            ancestor),
        content -> {
          if (!passages.isEmpty()) {
            way.make(model, passages, seed, Files.createDirectory(StateContent.in(content)));
          }
        });
  }

  private SettingException stateless(WriterModel writer) {
    return new SettingException(
        "model",
        "'%s' keeps no key-value cache, and format '%s' is one"
            .formatted(writer.identity().name(), format),
        "name a model whose cache is open, such as nano-1, or leave the format out");
  }

  /** No format may win by showing its reader more. */
  private void requireAllowed(History history, List<String> passages, int readerBytes) {
    long bytes =
        passages.stream().mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length).sum();
    if (bytes > readerBytes) {
      throw new StopException(
          "history '%s' has %d bytes of text, format '%s' would stand for all of it, and readers get %d; raise 'budgets: {reader_bytes: …}' for all formats alike, or take shorter histories"
              .formatted(history.id(), bytes, format, readerBytes));
    }
  }
}
