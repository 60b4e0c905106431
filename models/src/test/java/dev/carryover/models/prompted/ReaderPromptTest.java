package dev.carryover.models.prompted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Question;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderPromptTest {
  private static final Question ASKED = new Question("Who has\nthe {{notes}}?");
  private static final List<String> NOTES = List.of("one\ntwo {{question}}", "three");

  @ParameterizedTest
  @CsvSource({"CHAT,false", "CHAT,true", "COMPLETION,false", "COMPLETION,true"})
  void theTwoPartsAreTheWholePromptAndTheSecondBeginsWithTheQuestion(Use use, String examples) {
    ReaderPrompt prompt = ReaderPrompt.inTwoParts(Settings.of(Map.of("examples", examples)), use);
    Prompt whole = prompt.whole(ASKED, NOTES);

    Prompt before = prompt.before(NOTES);
    assertThat(before.system()).isEqualTo(whole.system());
    assertThat(before.user() + prompt.from(ASKED)).isEqualTo(whole.user());
    assertThat(prompt.from(ASKED)).isEqualTo("Q: Who has the {{notes}}?\nA:");
    assertThat(before.user()).doesNotContain("Who has");
  }
}
