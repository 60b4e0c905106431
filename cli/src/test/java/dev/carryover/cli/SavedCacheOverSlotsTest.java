package dev.carryover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.ModelState;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.core.testkit.FolderStores;
import dev.carryover.core.testkit.LoopbackSlotServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The format of saved caches over the slots of a server. */
class SavedCacheOverSlotsTest {
  private static final Question MIRA = new Question("What is the code of Mira?");
  private static final History HISTORY =
      new History(
          "h",
          List.of(
              new Event("0", Optional.of("8 May"), "Ana", "Odo has code 7719."),
              new Event("1", Optional.empty(), "", "Mira has code 4821.")));

  @TempDir private Path folder;
  private Path slots = Path.of("");
  private LoopbackSlotServer server;
  private FolderStores stores = new FolderStores(Path.of(""));

  @BeforeEach
  void start() throws IOException {
    slots = Files.createDirectory(folder.resolve("slots"));
    stores = new FolderStores(folder.resolve("stores"));
    server = new LoopbackSlotServer(2, Optional.of(slots));
  }

  @AfterEach
  void end() {
    server.close();
  }

  /** The model that is served now, in both roles. */
  private Components served() {
    Settings settings =
        Settings.of(
            Map.of(
                "url", server.url(),
                "model", "loop",
                "use", "completion",
                "slots", "true",
                "slot_folder", slots.toString()));
    ModelContext context = ModelContext.of(2);
    return new Components(
        Optional.of(
            Plugins.named(WriterProvider.class, "model of kind", "openai")
                .create(settings, context)),
        Optional.of(
            Plugins.named(ReaderProvider.class, "model of kind", "openai")
                .create(settings, context)),
        Optional.empty(),
        Optional.empty(),
        Allowances.DEFAULT);
  }

  private static MemoryFormat format(boolean forced) {
    return Plugins.named(MemoryFormatProvider.class, "format", "saved-cache")
        .create(Settings.of(Map.of("force_same_shape", Boolean.toString(forced))));
  }

  private static String answer(MemoryFormat format, MemoryStore store, Components components) {
    try (Memory memory = format.reader().open(store, components)) {
      OpenState state = ((ModelState) memory.read(List.of(MIRA)).get(0)).state();
      return state.answer(MIRA).text();
    }
  }

  @Test
  void whatOneModelReadOnlyThatModelGoesOnFrom() {
    MemoryStore store = format(false).writer().write(HISTORY, served(), 7, stores.target("store"));
    assertThat(answer(format(false), store, served())).isEqualTo("4821");

    server.startAgain("loop", "w2");

    assertThatThrownBy(() -> answer(format(false), store, served()))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("another model");
    assertThat(answer(format(true), store, served())).isEqualTo("zzz");
  }

  @Test
  void theNewModelReadsTheHistoryAgain() {
    MemoryStore store = format(false).writer().write(HISTORY, served(), 7, stores.target("store"));
    server.startAgain("pool", "w2");
    RepairMethod repair = format(false).repairs().get(0);

    MemoryStore repaired =
        repair.apply(
            RepairMethod.Job.of(store, Optional.of(HISTORY), served(), repair.rungs().get(0), 7),
            stores.target("repaired"));

    assertThat(answer(format(false), repaired, served())).isEqualTo("4821");
    assertThatThrownBy(() -> answer(format(true), store, served()))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("another architecture's");
  }

  @Test
  void anEmptiedMemoryKnowsNothing() {
    MemoryStore store = format(false).writer().write(HISTORY, served(), 7, stores.target("store"));
    MemoryStore emptied =
        format(false).editor().edit(store, Edit.EMPTY, 7, stores.target("emptied"));

    assertThat(answer(format(false), emptied, served())).isEqualTo("unknown");
  }
}
