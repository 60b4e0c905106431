package dev.carryover.formats.cartridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Role;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.StoreEditor.Edit;
import dev.carryover.core.testkit.KeptTexts;
import dev.carryover.formats.state.StateFormatContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CartridgeTest extends StateFormatContract {
  @Override
  protected MemoryFormatProvider provider() {
    return new CartridgeProvider();
  }

  @Override
  protected Components upgraded() {
    return playedBy(TUNED);
  }

  private MemoryStore repaired(String name, Rung rung, MemoryStore store, KeptTexts model) {
    return repair(name)
        .apply(
            RepairMethod.Job.of(store, Optional.of(HISTORY), playedBy(model), rung, 1),
            stores().target(name + rung.share() + model.identity().name()));
  }

  @Test
  void aCartridgeStandsForTheHistory() {
    assertThat(answer(write(HISTORY), Settings.NONE, OLD).text())
        .isEqualTo("The ladder is in the shed.");
  }

  @Test
  void anotherModelIsRefusedUnlessForcedWhereTheShapeFits() {
    MemoryStore store = write(HISTORY);
    Settings forced = Settings.of(Map.of("force_same_shape", "true"));

    assertThatThrownBy(() -> answer(store, Settings.NONE, TUNED))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining(OLD.identity().fingerprint())
        .hasMessageContaining(TUNED.identity().fingerprint());
    assertThat(answer(store, forced, TUNED).text()).isEqualTo("The ladder is in the shed.");
    assertThatThrownBy(() -> answer(store, forced, OTHER))
        .isInstanceOf(IncompatibleStoreException.class);
  }

  @Test
  void theSettingsAreHowItIsTrained() {
    Settings settings = Settings.of(Map.of("positions", "16", "conversations", "9", "steps", "4"));
    StudiedTexts model = new StudiedTexts(OLD);

    provider()
        .create(settings)
        .writer()
        .write(
            HISTORY, Components.NONE.withWriter(model.asWriter()), 5, stores().target("studied"));

    assertThat(model.studies()).containsExactly(new Study(16, 9, 4, 5, Optional.empty()));
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    for (Map<String, String> wrong :
        List.of(
            Map.of("positions", "3"),
            Map.of("positions", "8193"),
            Map.of("positions", "many"),
            Map.of("conversations", "0"),
            Map.of("steps", "-1"),
            Map.of("force_same_shape", "perhaps"))) {
      assertThatThrownBy(() -> provider().create(Settings.of(wrong)))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(wrong.keySet().iterator().next());
    }
  }

  @Test
  void retrainingLetsAnyNewModelAnswer() {
    MemoryStore repaired = repaired("retrain", Rung.percent(100), write(HISTORY), OTHER);

    assertThat(answer(repaired, Settings.NONE, OTHER).text())
        .isEqualTo("The ladder is in the shed.");
    assertThat(repaired.manifest().description().writer()).contains(OTHER.identity());
  }

  @Test
  void aWarmStartGoesOnFromTheOldCartridgeWithItsShareOfReplayAndSteps() {
    MemoryStore old = write(HISTORY);
    StudiedTexts model = new StudiedTexts(TUNED);
    Path state = old.content().resolve("state");

    for (Rung rung : repair("warm-start").rungs()) {
      repair("warm-start")
          .apply(
              RepairMethod.Job.of(
                  old, Optional.of(HISTORY), Components.NONE.withWriter(model.asWriter()), rung, 3),
              stores().target("warm" + rung.share()));
    }

    assertThat(model.studies())
        .containsExactly(
            new Study(64, 512, 150, 3, Optional.of(new StatefulModel.Warm(state, 0))),
            new Study(64, 512, 225, 3, Optional.of(new StatefulModel.Warm(state, 0.5))),
            new Study(64, 512, 300, 3, Optional.of(new StatefulModel.Warm(state, 1))));
  }

  @Test
  void aCartridgeThatCannotBeGoneOnFromSaysSo() {
    MemoryStore old = write(HISTORY);
    MemoryStore emptied = format().editor().edit(old, Edit.EMPTY, 1, stores().target("emptied"));
    Rung all = new Rung("replay 1", 1);
    StudiedTexts refusing = new StudiedTexts(OTHER);

    assertThatThrownBy(() -> repaired("warm-start", all, emptied, TUNED))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("retrain");
    assertThatThrownBy(
            () ->
                repair("warm-start")
                    .apply(
                        RepairMethod.Job.of(
                            old,
                            Optional.of(HISTORY),
                            Components.NONE.withWriter(refusing.asWriter()),
                            all,
                            1),
                        stores().target("refused")))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("another shape");
  }

  @Test
  void withoutTheRawHistoryNothingCanBeRepaired() {
    MemoryStore store = write(HISTORY);

    for (RepairMethod method : format().repairs()) {
      assertThat(method.needsHistory()).isTrue();
      assertThatThrownBy(
              () ->
                  method.apply(
                      RepairMethod.Job.of(
                          store, Optional.empty(), upgraded(), method.rungs().get(0), 1),
                      stores().target("none" + method.name())))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("raw history");
    }
  }

  @Test
  void anEmptiedStoreKnowsNothingAndAnyModelOpensIt() {
    MemoryStore emptied =
        format().editor().edit(write(HISTORY), Edit.EMPTY, 1, stores().target("emptied"));

    assertThat(answer(emptied, Settings.NONE, OLD).text()).isEqualTo("unknown");
    assertThat(answer(emptied, Settings.NONE, OTHER).text()).isEqualTo("unknown");
  }

  @Test
  void writerAndReaderMatter() {
    assertThat(format().sensitiveTo()).containsExactlyInAnyOrder(Role.WRITER, Role.READER);
    assertThat(format().rankedItems()).isEmpty();
  }
}
