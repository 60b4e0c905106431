package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an upgrade does to a cache that nano-1 kept. */
class NanoStatesTest {
  @TempDir private Path folder;

  @BeforeEach
  void keep() {
    try (WriterModel writer =
        Plugins.named(WriterProvider.class, "model", "nano-1")
            .create(Settings.NONE, ModelContext.of(1))) {
      state(writer).prefill(NanoTexts.FACTS, folder);
    }
  }

  private static ReaderModel reader(String name) {
    return Plugins.named(ReaderProvider.class, "model", name)
        .create(Settings.NONE, ModelContext.of(1));
  }

  private static StatefulModel state(ReaderModel reader) {
    return reader.state().orElseThrow();
  }

  private static StatefulModel state(WriterModel writer) {
    return writer.state().orElseThrow();
  }

  @Test
  void theReaderOfTheSameModelAnswersFromItToTheBitAsFromThePassages() {
    try (ReaderModel reader = reader("nano-1");
        OpenState open = state(reader).open(folder, Foreign.REFUSE)) {
      for (Question question : NanoTexts.QUESTIONS) {
        assertThat(open.answer(question).text())
            .isEqualTo(reader.answer(question, NanoTexts.FACTS).text());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nano-1-tuned", "nano-2"})
  void anotherModelRefusesItAndNamesBoth(String name) {
    try (ReaderModel own = reader("nano-1");
        ReaderModel reader = reader(name)) {
      assertThatThrownBy(() -> state(reader).open(folder, Foreign.REFUSE))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining(own.identity().fingerprint())
          .hasMessageContaining(reader.identity().fingerprint());
    }
  }

  @Test
  void theTunedModelOfTheSameShapesAnswersFromItOnPurposeAndNotAsFromItsOwn(@TempDir Path second) {
    try (ReaderModel tuned = reader("nano-1-tuned")) {
      state(tuned).prefill(NanoTexts.FACTS, second);
      try (OpenState forced = state(tuned).open(folder, Foreign.USE);
          OpenState own = state(tuned).open(second, Foreign.REFUSE)) {
        assertThat(forced.computedFor().name()).isEqualTo("nano-1");
        Question question = NanoTexts.QUESTIONS.get(0);
        assertThat(forced.answer(question).text()).isNotNull();
        assertThat(forced.firstToken(question)).isNotEqualTo(own.firstToken(question));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Foreign.class)
  void anotherShapeIsRefusedEvenOnPurpose(Foreign foreign) {
    try (ReaderModel other = reader("nano-2")) {
      assertThatThrownBy(() -> state(other).open(folder, foreign))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("nano-1")
          .hasMessageContaining("nano-2");
    }
  }

  @Test
  void aModelThatReadNothingKnowsNothing(@TempDir Path empty) {
    try (ReaderModel reader = reader("nano-1")) {
      state(reader).prefill(List.of(), empty);
      try (OpenState open = state(reader).open(empty, Foreign.REFUSE)) {
        assertThat(NanoTexts.QUESTIONS)
            .noneMatch(q -> NanoTexts.CODES.contains(open.answer(q).text()));
      }
    }
  }
}
