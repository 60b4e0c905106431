package dev.carryover.studies.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntegerListTest {
  @Test
  void numbersComeOnceAndInOrder() {
    assertThat(IntegerList.of(Settings.of(Map.of("p", "8, 2,4,8")), "p", 2, 8))
        .containsExactly(2, 4, 8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2,", "two", "1", "9", "2;4", "99999999999"})
  void whatIsNoListInRangeIsRefused(String text) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> IntegerList.of(Settings.of(Map.of("p", text)), "p", 2, 8))
        .withMessage("'p' is '%s'; give whole numbers from 2 to 8 with commas between them", text);
  }
}
