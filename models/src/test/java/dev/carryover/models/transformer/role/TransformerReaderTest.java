package dev.carryover.models.transformer.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.state.TinyPrompt;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransformerReaderTest {
  private static final List<String> PASSAGES = List.of("w9 w14 w60", "w31 w5 w8 w22");
  private static final Question ASKED = new Question("w7 w14");

  private TransformerReader reader;

  @TempDir private Path folder;

  @BeforeEach
  void load() {
    PromptedTransformer model =
        new PromptedTransformer(TinyModels.load("tiny-qwen2"), TinyPrompt.USUAL);
    reader = new TransformerReader(model, new LocalStates(model, Optional.empty()), false);
  }

  @AfterEach
  void close() {
    reader.close();
  }

  @Test
  void theAnswerIsTheSameToPassagesAndToTheirKeptCache() {
    Reply told = reader.answer(ASKED, PASSAGES);
    reader.state().orElseThrow().prefill(PASSAGES, folder);

    try (OpenState open = reader.state().orElseThrow().open(folder, Foreign.REFUSE)) {
      Reply kept = open.answer(ASKED);
      assertThat(kept.text()).isEqualTo(told.text());
      assertThat(kept.finish()).isEqualTo(told.finish());
    }
  }

  @Test
  void theAnswerIsTheSameWhetherThePassagesWereReadBeforeOrNot() {
    Reply first = reader.answer(ASKED, PASSAGES);
    reader.answer(ASKED, List.of("w40"));

    assertThat(reader.answer(ASKED, PASSAGES)).isEqualTo(first);
    assertThat(first.usage()).isEqualTo(new Usage(11, 5));
  }

  @Test
  void theWholePromptIsCountedWithTheAnswersLimit() {
    assertThat(reader.promptTokens(ASKED, PASSAGES)).hasValue(9 + 2 + 5);
  }

  @Test
  void passagesLongerThanTheContextAreNotAnswered() {
    List<String> tooMany = Collections.nCopies(200, "w9");

    assertThatThrownBy(() -> reader.answer(ASKED, tooMany))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("128");
    assertThat(reader.answer(ASKED, PASSAGES).text()).isNotBlank();
  }

  @Test
  void whoAnswersIsTheModelUnderItsPrompt() {
    assertThat(reader.identity().name()).isEqualTo("tiny-qwen2");
    assertThat(reader.identity().revision().orElseThrow()).hasSize(64);
    assertThat(reader.settings()).containsEntry("prompt", "usual");
    assertThat(reader.answersFreely()).isFalse();
  }
}
