package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.study.Conversations;
import dev.carryover.models.transformer.study.Overlap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NanoCartridgeTest {
  @TempDir private Path folder;
  private NanoModel nano;
  private LocalStates states;

  @BeforeEach
  void load() {
    nano = NanoModel.shipped("nano-1");
    states = nano.states();
  }

  @AfterEach
  void close() {
    nano.model().model().close();
  }

  private Path trained(int steps) throws IOException {
    Path to = Files.createDirectory(folder.resolve("steps-" + steps));
    states.train(NanoTexts.FACTS, new Study(24, 200, steps, 1, Optional.empty()), to);
    return to;
  }

  private int right(Path cartridge) {
    int right = 0;
    try (OpenState state = states.open(cartridge, Foreign.REFUSE)) {
      for (int i = 0; i < NanoTexts.QUESTIONS.size(); i++) {
        String answer = state.answer(NanoTexts.QUESTIONS.get(i)).text();
        right += answer.equals(NanoTexts.CODES.get(i)) ? 1 : 0;
      }
    }
    return right;
  }

  @Test
  void aCartridgeAnswersInWordingsThatWereNeverStudied() throws IOException {
    Path cartridge = trained(150);

    assertThat(right(trained(0))).isLessThan(4);
    assertThat(right(cartridge)).isGreaterThan(5);

    Overlap overlap =
        Overlap.of(
            Conversations.read(cartridge),
            NanoTexts.QUESTIONS.stream().map(Question::text).toList(),
            nano.grammar()::subjectsOf);
    assertThat(overlap.sameWording()).isZero();
    assertThat(overlap.sameNames()).isPositive().isLessThan(overlap.conversations());
  }
}
