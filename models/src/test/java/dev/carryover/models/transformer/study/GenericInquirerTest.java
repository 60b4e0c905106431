package dev.carryover.models.transformer.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.state.TinyPrompt;
import dev.carryover.models.transformer.study.Inquirer.Asked;
import dev.carryover.models.transformer.study.Inquirer.Inquiry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GenericInquirerTest {
  private static final List<String> PASSAGES = List.of("w10 w11 w12 w13 w14", "w20 w21 w22");

  private Transformer transformer;
  private PromptedTransformer model;
  private KvCache text;

  @BeforeEach
  void readAText() {
    transformer = TinyModels.load("tiny-qwen2");
    model = new PromptedTransformer(transformer, TinyPrompt.USUAL);
    text = model.read(PASSAGES);
  }

  @AfterEach
  void close() {
    text.close();
    transformer.close();
  }

  private Inquiry ask(int count, long seed) {
    return new GenericInquirer().ask(model, text, PASSAGES, count, seed);
  }

  @Test
  void questionsOfAllFiveKindsAreWrittenWithTheTextInView() {
    Inquiry inquiry = ask(30, 1);

    assertThat(inquiry.questions())
        .hasSize(30)
        .doesNotHaveDuplicates()
        .extracting(Asked::kind)
        .contains("structuring", "summarisation", "question", "use-case", "creative");
    assertThat(inquiry.usage().tokensOut()).isGreaterThan(30);
  }

  @Test
  void theSeedDecidesWhatIsWritten() {
    assertThat(ask(8, 1)).isEqualTo(ask(8, 1)).isNotEqualTo(ask(8, 2));
  }

  @Test
  void anAnswerMayBeLongerThanAReaders() {
    assertThat(new GenericInquirer().answering(model).maxTokens())
        .isGreaterThan(model.prompt().sampling().maxTokens());
    assertThat(new GenericInquirer().answering(model).temperature()).isZero();
  }
}
