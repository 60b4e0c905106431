package dev.carryover.models.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.OpenState;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.testkit.LoopbackSlotServer;
import dev.carryover.core.testkit.LoopbackSlotServer.Said;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Saved caches over a server that does not do, or does not show, what it was asked for. */
class SlotFaultsTest extends SlotFixture {
  @Test
  void anAnswerWhoseReuseDoesNotShowIsNoAnswer() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      server.reuseNothing();

      assertThatThrownBy(() -> state.answer(MIRA))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("the server used 0")
          .hasMessageContaining("3 attempts");
    }
  }

  @Test
  void aCacheThatCannotBeGoneOnFromIsNotKept() {
    server.reuseNothing();

    assertThatThrownBy(() -> model().prefill(PASSAGES, folder))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("the server used 0");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void countersThatDoNotAddUpProveNothing() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      server.always("/completion", Said.with("prompt_n", 3));

      assertThatThrownBy(() -> state.answer(MIRA)).isInstanceOf(ServiceException.class);
    }
  }

  @Test
  void aServerThatCountsNoReuseIsTooOld() {
    server.always("/completion", Said.without("cache_n"));

    assertThatThrownBy(() -> model().prefill(PASSAGES, folder))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("cache_n");
    assertThat(server.asked("/completion")).isEqualTo(1);
  }

  @Test
  void aSlotThatAnotherClientTookIsRestoredAgain() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      AtomicBoolean taken = new AtomicBoolean();
      server.beforeCompletion(
          () -> {
            if (!taken.getAndSet(true)) {
              server.overwriteSlots("another client's prompt");
            }
          });

      assertThat(state.answer(MIRA).text()).isEqualTo("4821");
      assertThat(taken).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 17, 100_000})
  void anotherNumberOfRestoredPositionsIsNotTheCache(int number) {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    server.always("restore", Said.with("n_restored", number));

    assertThatThrownBy(() -> model.open(folder, Foreign.REFUSE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("restored " + number);
  }

  @Test
  void anotherNumberOfSavedPositionsIsNotTheCache() {
    server.always("save", Said.with("n_saved", 5));

    assertThatThrownBy(() -> model().prefill(PASSAGES, folder))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("did not save what it had read");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aHiccupIsNoFailure() {
    for (String what : List.of("/tokenize", "erase", "/completion", "save", "restore")) {
      server.next(what, Said.status(500, "oops"));
      server.next(what, Said.cutOff());
    }
    server.next("/completion", Said.late(1500));
    StatefulModel model = model("attempts", "5");
    model.prefill(PASSAGES, folder);

    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      assertThat(state.answer(MIRA).text()).isEqualTo("4821");
    }
  }

  @Test
  void aServerThatStaysBrokenIsNamed() {
    server.always("save", Said.status(500, "disk full"));

    assertThatThrownBy(() -> model().prefill(PASSAGES, folder))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(server.url())
        .hasMessageContaining("disk full");
  }

  @Test
  void aServerThatSavesNoSlotsIsFoundBeforeAnythingIsPaid() throws IOException {
    try (LoopbackSlotServer none = new LoopbackSlotServer(1, Optional.empty());
        ReaderModel reader =
            new ServiceReaderProvider.OpenAi().create(settings(none.url()), ModelContext.of(1))) {
      assertThat(reader.preflight())
          .singleElement()
          .satisfies(
              problem -> {
                assertThat(problem.what()).contains("--slot-save-path", none.url());
                assertThat(problem.remedy()).contains("slots: false");
              });
      assertThatThrownBy(() -> reader.state().orElseThrow().prefill(PASSAGES, folder))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("--slot-save-path");
      assertThat(none.asked("erase")).isEqualTo(3); // none of them twice
    }
    assertThat(reader().preflight()).isEmpty();
  }
}
