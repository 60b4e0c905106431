package dev.carryover.models.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.FinishReason;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.spi.StatefulModel.Kept;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.testkit.LoopbackSlotServer;
import dev.carryover.core.testkit.LoopbackSlotServer.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Saved caches over a server that speaks of slots as llama.cpp's does. */
class SlotStatesTest extends SlotFixture {
  @Test
  void aSavedCacheAnswersAndOnlyTheQuestionIsRead() {
    StatefulModel model = model();
    Kept kept = model.prefill(PASSAGES, folder);

    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      Reply reply = state.answer(MIRA);

      assertThat(reply.text()).isEqualTo("4821");
      assertThat(reply.finish()).isEqualTo(FinishReason.STOP);
      assertThat(reply.usage().tokensIn()).isLessThan(60).isPositive();
      assertThat(state.answer(ODO).text()).isEqualTo("7719");
      assertThat(state.computedFor()).isEqualTo(model.identity());
    }
    assertThat(kept.positions()).isGreaterThan(200);
    assertThat(kept.usage()).isEqualTo(new Usage(kept.positions(), 0));
    assertThat(kept.bytes()).isPositive();
  }

  @Test
  void noCacheStaysInTheServersSlots() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      state.answer(MIRA);
    }

    assertThat(server.held()).isZero();
  }

  @Test
  void aWriterKeepsWhatAReaderOfTheSameModelOpens() {
    try (WriterModel writer =
            new ServiceWriterProvider.OpenAi().create(settings(server.url()), ModelContext.of(4));
        ReaderModel reader = reader()) {
      writer.state().orElseThrow().prefill(PASSAGES, folder);

      try (OpenState state = reader.repeat(1).state().orElseThrow().open(folder, Foreign.REFUSE)) {
        assertThat(state.answer(ODO).text()).isEqualTo("7719");
      }
      assertThat(writer.repeat(2).state()).isPresent();
    }
  }

  @Test
  void aHistoryOfNothingIsKeptToo() {
    StatefulModel model = model("examples", "false");
    model.prefill(List.of(), folder);

    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      assertThat(state.answer(MIRA).text()).isEqualTo("unknown");
    }
  }

  @Test
  void theManifestNamesTheModelAndTheServersFile() throws IOException {
    verifying().prefill(PASSAGES, folder);

    assertThat(Files.readString(folder.resolve("slot.json")))
        .contains("\"" + savedFile().getFileName() + "\"", "\"sha256\"", "\"canary\"", "n_vocab")
        .contains("\"reader_prompt\"", "\"tokens\"", "\"name\":\"loop\"");
  }

  @Test
  void otherWeightsOfTheSameShapeAreRefusedWhereTheServerRestoresThem() {
    model().prefill(PASSAGES, folder);
    server.startAgain("loop", "w2");

    assertThatThrownBy(() -> model().open(folder, Foreign.REFUSE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("'loop'")
        .hasMessageContaining("log-probabilities were")
        .hasMessageContaining(server.url());
    assertThat(server.asked("restore")).isEqualTo(1); // what prefill tried
  }

  @Test
  void aForeignCacheIsUsedWhereThatIsWantedAndItsNonsenseShows() {
    model().prefill(PASSAGES, folder);
    server.startAgain("loop", "w2");

    try (OpenState state = model().open(folder, Foreign.USE)) {
      assertThat(state.answer(MIRA).text()).isEqualTo("zzz");
      assertThat(state.computedFor().canary()).isNotEqualTo(model().identity().canary());
    }
  }

  @Test
  void anotherArchitecturesFileIsRefusedEvenThen() {
    model().prefill(PASSAGES, folder);
    server.startAgain("pool", "w2");

    assertThatThrownBy(() -> model().open(folder, Foreign.USE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("another architecture's")
        .hasMessageContaining("Unable to restore slot");
  }

  @Test
  void aModelThatChangesBetweenKeepingAndOpeningStopsTheRun() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    server.startAgain("loop", "w2");

    assertThatThrownBy(() -> model.open(folder, Foreign.REFUSE))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("changed under way");
  }

  @Test
  void aServerThatIsStartedAgainGoesOn() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      state.answer(MIRA);
      server.startAgain("loop", "w1");

      assertThat(state.answer(ODO).text()).isEqualTo("7719");
    }
  }

  @Test
  void anotherPromptIsAnotherCache() throws IOException {
    Path prompt = folder.resolve("prompt.txt");
    Files.writeString(prompt, "Facts:\n{{notes}}\n\n{{examples}}Q: {{question}}\nA:");
    Path kept = Files.createDirectory(folder.resolve("kept"));
    model().prefill(PASSAGES, kept);

    assertThatThrownBy(() -> model("reader_prompt", prompt.toString()).open(kept, Foreign.REFUSE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("reader_prompt");
  }

  @Test
  void aFileThatWasChangedIsNotRestored() throws IOException {
    verifying().prefill(PASSAGES, folder);
    Path file = savedFile();
    Files.writeString(file, Files.readString(file).replace("w1", "w9"));
    long before = server.asked("restore");

    for (Foreign foreign : Foreign.values()) {
      assertThatThrownBy(() -> verifying().open(folder, foreign))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("SHA-256")
          .hasMessageContaining(file.getFileName().toString());
    }
    assertThat(server.asked("restore")).isEqualTo(before);
  }

  @Test
  void aFileThatIsGoneIsNamed() throws IOException {
    verifying().prefill(PASSAGES, folder);
    Path file = savedFile();
    Files.delete(file);

    assertThatThrownBy(() -> verifying().open(folder, Foreign.REFUSE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("missing")
        .hasMessageContaining(file.getFileName().toString());
    assertThatThrownBy(() -> model().open(folder, Foreign.REFUSE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void aFileThatGoesMissingLaterFailsTheQuestion() throws IOException {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      Files.delete(savedFile());

      assertThatThrownBy(() -> state.answer(MIRA))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("does not restore");
    }
  }

  @Test
  void aFolderThatIsNotTheServersIsSaid() {
    assertThatThrownBy(() -> model("slot_folder", folder.toString()).prefill(PASSAGES, folder))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("--slot-save-path");
  }

  @Test
  void aTextThatDoesNotFitStopsTheRun() {
    server.context(300);

    assertThatThrownBy(() -> model().prefill(PASSAGES, folder))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("300");
    assertThat(server.asked("/completion")).isZero();
  }

  @Test
  void moreThreadsThanSlotsTakeTurns() {
    StatefulModel writes = model();
    StatefulModel reads = model();
    Path other = folder.resolve("other");
    assertThat(other.toFile().mkdir()).isTrue();
    writes.prefill(PASSAGES, other);
    try (OpenState state = reads.open(other, Foreign.REFUSE)) {
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        Question question = i % 2 == 0 ? MIRA : ODO;
        answers.add(CompletableFuture.supplyAsync(() -> state.answer(question).text()));
      }
      List<CompletableFuture<Kept>> kept =
          IntStream.range(0, 4)
              .mapToObj(i -> folder.resolve("kept" + i))
              .map(
                  path ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            assertThat(path.toFile().mkdir()).isTrue();
                            return writes.prefill(PASSAGES, path);
                          }))
              .toList();

      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).join()).isEqualTo(i % 2 == 0 ? "4821" : "7719");
      }
      assertThat(kept).allSatisfy(one -> assertThat(one.join().positions()).isPositive());
      // nobody in this process takes a slot from another, so that nothing is asked twice
      assertThat(server.asked("/completion")).isEqualTo(12 + 2 * 5);
    }
  }

  @Test
  void theFirstTokenIsToldForTheWholeVocabularyOrNotAtAll() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      float[] all = state.firstToken(MIRA);

      assertThat(all).hasSize(LoopbackSlotServer.VOCABULARY);
      assertThat(all[10]).isCloseTo(-4.6f, within(1e-6f));

      server.always(
          "/completion", said -> new Said(200, said.body().replace("{\"id\":7,", "{"), 0));
      assertThat(state.firstToken(MIRA)).isEmpty();
    }
  }

  @Test
  void aClosedStateAnswersNoMore() {
    StatefulModel model = model();
    model.prefill(PASSAGES, folder);
    OpenState state = model.open(folder, Foreign.REFUSE);
    state.close();

    assertThatThrownBy(() -> state.answer(MIRA)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void noServerTrainsACartridge() {
    Study study = new Study(8, 1, 1, 7, Optional.empty());

    assertThatThrownBy(() -> model().train(PASSAGES, study, folder))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("nano-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"schema\":\"carryover llama.cpp slot 2\"}",
        "{\"schema\":\"carryover llama.cpp slot 1\"}",
        "{\"schema\":\"carryover llama.cpp slot 1\",\"file\":\"../../etc/passwd\",\"positions\":1,\"tokens\":[1],\"model\":{\"name\":\"loop\"}}",
        "{\"schema\":\"carryover llama.cpp slot 1\",\"file\":\"carryover-0123456789abcdef.bin\",\"positions\":2,\"tokens\":[1],\"model\":{\"name\":\"loop\"}}"
      })
  void aManifestThatIsNoneIsRefused(String text) throws IOException {
    Files.writeString(folder.resolve("slot.json"), text);

    assertThatThrownBy(() -> model().open(folder, Foreign.USE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("slot.json");
    assertThat(server.asked("restore")).isZero();
  }

  @Test
  void aFolderOfAnotherBackendIsRefused() {
    assertThatThrownBy(() -> model().open(folder, Foreign.USE))
        .isInstanceOf(IncompatibleStateException.class)
        .hasMessageContaining("no slot.json");
  }

  @Test
  void whatIsReadAndWrittenIsChargedAndADryRunSendsNothing() {
    AtomicLong in = new AtomicLong();
    CallBudget counting =
        new CallBudget() {
          @Override
          public void reserve(Usage most) {}

          @Override
          public void settle(Usage reserved, Usage spent) {
            in.addAndGet(spent.tokensIn());
          }

          @Override
          public void cached() {}
        };
    StatefulModel model =
        reader(new ModelContext(1, AnswerCache.NONE, counting, false)).state().orElseThrow();
    Kept kept = model.prefill(PASSAGES, folder);
    assertThat(in.get()).isEqualTo(kept.positions() + 1);
    try (OpenState state = model.open(folder, Foreign.REFUSE)) {
      Reply reply = state.answer(MIRA);
      assertThat(in.get()).isEqualTo(kept.positions() + 1 + reply.usage().tokensIn());
    }

    in.set(0);
    long asked = server.asked("/completion") + server.asked("/tokenize");
    StatefulModel dry =
        reader(new ModelContext(1, AnswerCache.NONE, counting, true)).state().orElseThrow();
    dry.prefill(PASSAGES, folder);
    long prefilled = in.get();
    try (OpenState state = dry.open(folder, Foreign.REFUSE)) {
      state.answer(MIRA);
      assertThat(in.get()).isGreaterThan(prefilled);
    }
    assertThat(server.asked("/completion") + server.asked("/tokenize")).isEqualTo(asked);
  }

  @Test
  void settingsThatForbidSlotsAreNamed() {
    assertThatThrownBy(() -> reader("use", "chat"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("use: completion");
    assertThatThrownBy(() -> reader("constrain", "structured_outputs"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("constrain: grammar");
    assertThatThrownBy(() -> reader("slot_folder", folder.resolve("none").toString()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("no folder");
    assertThat(reader("slots", "false").state()).isEmpty();
  }

  @Test
  void aPromptThatAsksFirstCannotBeSplit() throws IOException {
    Path prompt = folder.resolve("prompt.txt");
    Files.writeString(prompt, "Q: {{question}}\n{{examples}}{{notes}}\nA:");

    assertThatThrownBy(() -> reader("reader_prompt", prompt.toString()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("{{question}}");
  }
}
