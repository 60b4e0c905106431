package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.core.spi.StoreTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Has histories written, and nothing at all for the emptied store. */
final class ExternalWriter implements MemoryWriter, StoreEditor {
  private final Pool pool;
  private final ExternalSettings settings;
  private final Names names;

  ExternalWriter(Pool pool, ExternalSettings settings) {
    this.pool = pool;
    this.settings = settings;
    this.names = new Names(settings.roles());
  }

  @Override
  public MemoryStore write(History history, Components components, long seed, StoreTarget target) {
    Description description =
        new Description(
            ExternalProvider.NAME,
            history.id(),
            names.writer(components),
            names.spaces(components),
            resolved(),
            seed,
            Optional.empty());
    return write(history, description, components.allowances(), target);
  }

  @Override
  public Set<Edit> edits() {
    return Set.of(Edit.EMPTY);
  }

  @Override
  public MemoryStore edit(MemoryStore store, Edit edit, long seed, StoreTarget target) {
    if (edit != Edit.EMPTY) {
      throw new IllegalArgumentException("external stores cannot be made " + edit);
    }
    StoreCard.of(store);
    Description original = store.manifest().description();
    Description emptied =
        new Description(
            original.format(),
            original.history(),
            original.writer(),
            original.spaces(),
            resolved(),
            seed,
            Optional.of(new Ancestor(store.manifest().sha256(), "empty")));
    return write(new History(original.history(), List.of()), emptied, Allowances.DEFAULT, target);
  }

  private SortedMap<String, String> resolved() {
    return settings.asMap(pool.hello().version());
  }

  private MemoryStore write(
      History history, Description description, Allowances allowances, StoreTarget target) {
    return target.write(
        description,
        content -> {
          Path files = StoreCard.files(content);
          ObjectNode body = body(history, description, allowances, files);
          ObjectNode answer =
              pool.ask(
                  Call.of(
                      Op.WRITE,
                      () -> {
                        makeEmpty(files);
                        return body;
                      }));
          Hello hello = pool.hello();
          String where = Answers.where(settings.who(), Op.WRITE);
          Optional<String> word = Json.text(answer, "store", where);
          requireKept(history, files, word, where);
          new StoreCard(hello.name(), hello.version(), word).write(content);
        });
  }

  private ObjectNode body(
      History history, Description description, Allowances allowances, Path files) {
    ObjectNode body = Json.object().put("history", history.id());
    ArrayNode events = body.putArray("events");
    for (Event event : history.events()) {
      ObjectNode node = events.addObject().put("id", event.id());
      event.time().ifPresent(time -> node.put("time", time));
      node.put("speaker", event.speaker()).put("text", event.text());
    }
    body.set("components", names.writing(description));
    return body.put("seed", description.seed())
        .put("max_tokens", allowances.writerTokens())
        .put("folder", files.toAbsolutePath().toString());
  }

  /** What a try that failed left behind is no part of the store. */
  private static void makeEmpty(Path folder) {
    try {
      for (Path path : underneath(folder)) {
        Files.delete(path);
      }
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be emptied: %s".formatted(folder, e), e);
    }
  }

  /** All that is in a folder, what is deeper before what holds it. */
  private static List<Path> underneath(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> paths = new ArrayList<>(walk.filter(path -> !path.equals(folder)).toList());
      Collections.reverse(paths);
      return paths;
    }
  }

  private static void requireKept(History history, Path files, Optional<String> word, String where)
      throws IOException {
    if (word.isEmpty() && !history.events().isEmpty() && underneath(files).isEmpty()) {
      throw new ServiceException(
          "%s, but wrote no file into '%s' and named no 'store'; do one of both, so that the store can be told from others"
              .formatted(where, files));
    }
  }
}
