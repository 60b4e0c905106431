package dev.carryover.core.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdentifiersTest {
  private static final Identifiers RULE =
      Identifiers.among(Stream.of("Today Mira Holt came.", "She comes today, said Ödön."));

  @Test
  void aCapitalisedWordThatIsNowhereInLowerCaseIsAName() {
    assertThat(RULE.names("Today Mira met Ödön")).containsExactlyInAnyOrder("mira", "ödön");
  }

  @Test
  void aCodeIsNoName() {
    assertThat(RULE.names("Mira has Qx-4821a")).containsExactly("mira");
  }

  @Test
  void codesAreLostToTheLetterAndNamesInAnyCase() {
    assertThat(RULE.lost("Mira Holt: QX-4821", "mira HOLT, qx-4821")).containsExactly("QX-4821");
    assertThat(RULE.lost("Mira Holt: QX-4821", "M. Holt QX-4821")).containsExactly("mira");
    assertThat(RULE.lost("Mira Holt: QX-4821", "")).containsExactly("QX-4821", "holt", "mira");
    assertThat(RULE.lost("", "Mira")).isEmpty();
  }
}
