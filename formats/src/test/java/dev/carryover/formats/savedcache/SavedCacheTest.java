package dev.carryover.formats.savedcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.ModelState;
import dev.carryover.core.Reply;
import dev.carryover.core.Role;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.testkit.KeptTexts;
import dev.carryover.formats.state.StateFormatContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SavedCacheTest extends StateFormatContract {
  @Override
  protected MemoryFormatProvider provider() {
    return new SavedCacheProvider();
  }

  @Override
  protected Components upgraded() {
    return playedBy(OTHER);
  }

  @Test
  void theModelThatReadTheHistoryGoesOnFromIt() {
    assertThat(answer(write(HISTORY), Settings.NONE, OLD))
        .isEqualTo(Reply.of("The ladder is in the shed."));
  }

  @Test
  void theModelReadsWhatAReaderOfTheTranscriptIsGiven() {
    MemoryStore store = write(HISTORY);

    try (Memory memory = format().reader().open(store, components())) {
      ModelState state = (ModelState) memory.read(List.of(ASKED)).get(0);
      assertThat(state.state().answer(new Question("kite")).text())
          .isEqualTo("[8 May] Ana: The kite is red.");
    }
  }

  @Test
  void anotherModelIsRefusedAndBothAreNamed() {
    MemoryStore store = write(HISTORY);

    for (KeptTexts reader : List.of(TUNED, OTHER)) {
      assertThatThrownBy(() -> answer(store, Settings.NONE, reader))
          .isInstanceOf(IncompatibleStoreException.class)
          .hasMessageContaining(OLD.identity().fingerprint())
          .hasMessageContaining(reader.identity().fingerprint());
    }
  }

  @Test
  void aForeignCacheOfTheSameShapeIsUsedWhereThatIsForced() {
    Settings forced = Settings.of(Map.of("force_same_shape", "true"));
    MemoryStore store = write(HISTORY);

    assertThat(answer(store, forced, TUNED).text()).isEqualTo("The ladder is in the shed.");
    assertThatThrownBy(() -> answer(store, forced, OTHER))
        .isInstanceOf(IncompatibleStoreException.class);
  }

  @Test
  void theForceIsASwitch() {
    assertThatThrownBy(() -> provider().create(Settings.of(Map.of("force_same_shape", "perhaps"))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("perhaps");
  }

  @Test
  void theRepairLetsTheNewModelAnswer() {
    MemoryStore repaired =
        repair("re-prefill")
            .apply(
                RepairMethod.Job.of(
                    write(HISTORY),
                    Optional.of(HISTORY),
                    upgraded(),
                    RepairMethod.Rung.percent(100),
                    1),
                stores().target("repaired"));

    assertThat(answer(repaired, Settings.NONE, OTHER).text())
        .isEqualTo("The ladder is in the shed.");
    assertThat(repaired.manifest().description().writer()).contains(OTHER.identity());
  }

  @Test
  void withoutTheRawHistoryNothingCanBeRepaired() {
    MemoryStore store = write(HISTORY);

    assertThat(repair("re-prefill").needsHistory()).isTrue();
    assertThatThrownBy(
            () ->
                repair("re-prefill")
                    .apply(
                        RepairMethod.Job.of(
                            store, Optional.empty(), upgraded(), RepairMethod.Rung.percent(100), 1),
                        stores().target("repaired")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("raw history");
  }

  @Test
  void anEmptiedStoreKnowsNothingAndAnyModelOpensIt() {
    MemoryStore emptied =
        format().editor().edit(write(HISTORY), Edit.EMPTY, 1, stores().target("emptied"));

    assertThat(answer(emptied, Settings.NONE, OLD).text()).isEqualTo("unknown");
    assertThat(answer(emptied, Settings.NONE, OTHER).text()).isEqualTo("unknown");
  }

  @Test
  void aWriterThatKeepsNoCacheIsRefused() {
    Components without = Components.NONE.withWriter(new NoteTaker());

    assertThatThrownBy(
            () -> format().writer().write(HISTORY, without, 1, stores().target("without")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("note-taker")
        .hasMessageContaining("no key-value cache");
  }

  @Test
  void aReaderThatOpensNoCacheCannotReadTheStore() {
    MemoryStore store = write(HISTORY);
    Components reader =
        new Components(
            Optional.empty(),
            Optional.of(new PassageReader()),
            Optional.empty(),
            Optional.empty(),
            Allowances.DEFAULT);

    assertThatThrownBy(() -> format().reader().open(store, reader))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("passage-reader");
    assertThatThrownBy(() -> format().reader().open(store, Components.NONE))
        .isInstanceOf(SettingException.class);
  }

  @Test
  void moreTextThanAReaderMayBeShownIsNotRead() {
    Components few =
        new Components(
            components().writer(),
            components().reader(),
            Optional.empty(),
            Optional.empty(),
            new Allowances(10, 40));

    assertThatThrownBy(() -> format().writer().write(HISTORY, few, 1, stores().target("few")))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("reader_bytes");
  }

  @Test
  void theStoreDoesNotTellWhichTextsItStandsFor() {
    MemoryStore store = write(HISTORY);

    try (Memory memory = format().reader().open(store, components())) {
      assertThat(memory.listsItems()).isFalse();
      assertThat(memory.items()).isEqualTo(List.<StoredItem>of());
    }
  }

  @Test
  void writerAndReaderMatter() {
    assertThat(format().sensitiveTo()).containsExactlyInAnyOrder(Role.WRITER, Role.READER);
    assertThat(format().rankedItems()).isEmpty();
    assertThat(format().editor().edits()).containsExactly(Edit.EMPTY);
  }

  private static final class PassageReader implements ReaderModel {
    @Override
    public ModelIdentity identity() {
      return ModelIdentity.builtIn("passage-reader", "1");
    }

    @Override
    public Reply answer(Question question, List<String> passages) {
      return Reply.of("unknown");
    }
  }
}
