package dev.carryover.formats.state;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.ModelState;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Opens a store's state with the reader's model. The texts behind it cannot be told from it, so
 * that no items are listed.
 *
 * @param format its name
 * @param foreign what to do with the state of another model
 */
record StateReader(String format, Foreign foreign) implements MemoryReader {
  @Override
  public Memory open(MemoryStore store, Components components) {
    Optional<Path> state = StateContent.of(store, format);
    ReaderModel reader =
        components
            .reader()
            .orElseThrow(
                () ->
                    new SettingException(
                        "model", "no model is configured to read", "name one under old/new"));
    StatefulModel model =
        reader
            .state()
            .orElseThrow(
                () ->
                    new IncompatibleStoreException(
                        "'%s' opens no key-value cache, and the store in '%s' is one"
                            .formatted(reader.identity().name(), store.directory())));
    return state.isPresent() ? opened(model, state.get()) : ofNothing(model);
  }

  private Memory opened(StatefulModel model, Path state) {
    try {
      return new StateMemory(model.open(state, foreign), Optional.empty());
    } catch (IncompatibleStateException e) {
      throw new IncompatibleStoreException(String.valueOf(e.getMessage()));
    }
  }

  /** The model reads nothing itself: there is nothing in such a store that another has read. */
  private static Memory ofNothing(StatefulModel model) {
    try {
      Path scratch = Files.createTempDirectory("carryover-state");
      try {
        model.prefill(List.of(), scratch);
        return new StateMemory(model.open(scratch, Foreign.REFUSE), Optional.of(scratch));
      } catch (RuntimeException e) {
        delete(scratch);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder for the state of an empty memory", e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("'" + folder + "' cannot be removed", e);
    }
  }

  private record StateMemory(OpenState state, Optional<Path> scratch) implements Memory {
    @Override
    public List<StoredItem> items() {
      return List.of();
    }

    @Override
    public boolean listsItems() {
      return false;
    }

    @Override
    public List<Recollection> read(List<Question> questions) {
      return Collections.nCopies(questions.size(), new ModelState(state));
    }

    @Override
    public void close() {
      state.close();
      scratch.ifPresent(StateReader::delete);
    }
  }
}
