package dev.carryover.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final List<Plugin.Parameter> KNOWN =
      List.of(
          new Plugin.Parameter("k", "8", "how many items"),
          new Plugin.Parameter("chunk", "512", "characters in a chunk"));

  @Test
  void anUnknownKeyIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Settings.of(Map.of("k", "8", "chnk", "1")).onlyKnown(KNOWN))
        .asInstanceOf(InstanceOfAssertFactories.throwable(SettingException.class))
        .hasMessage("unknown setting 'chnk'; known are chunk, k")
        .satisfies(
            e -> {
              assertThat(e.key()).isEqualTo("chnk");
              assertThat(e.problem()).isEqualTo("unknown setting 'chnk'");
              assertThat(e.remedy()).isEqualTo("known are chunk, k");
            });
    assertThatThrownBy(() -> Settings.of(Map.of("k", "8")).onlyKnown(List.of()))
        .isInstanceOf(SettingException.class)
        .hasMessage("unknown setting 'k'; no settings are taken here");
  }

  @Test
  void ofSeveralUnknownKeysTheFirstIsNamed() {
    assertThatThrownBy(
            () -> Settings.of(Map.of("z", "1", "b", "2", "k", "3", "y", "4")).onlyKnown(KNOWN))
        .hasMessageContaining("'b'");
  }

  @Test
  void knownKeysPass() {
    Settings settings = Settings.of(Map.of("k", "8"));

    assertThat(settings.onlyKnown(KNOWN)).isSameAs(settings);
    assertThat(Settings.NONE.onlyKnown(List.of()).asMap()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'8', 8", "' 8 ', 8", "'1', 1", "'100', 100", "'+7', 7"})
  void aWholeNumberInRangeIsRead(String text, int value) {
    assertThat(Settings.of(Map.of("k", text)).integer("k", 5, 1, 100)).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "101", "-1", "8.0", "eight", "", " ", "1e1", "99999999999", "0x8"})
  void whatIsNoWholeNumberInRangeIsRefusedWithTheRange(String text) {
    assertThatThrownBy(() -> Settings.of(Map.of("k", text)).integer("k", 5, 1, 100))
        .isInstanceOf(SettingException.class)
        .hasMessage("'k' is '" + text + "'; give a whole number from 1 to 100");
  }

  @Test
  void whatIsNotGivenIsTheDefault() {
    assertThat(Settings.NONE.integer("k", 5, 1, 100)).isEqualTo(5);
    assertThat(Settings.NONE.flag("f", true)).isTrue();
    assertThat(Settings.NONE.choice("c", "a", List.of("a", "b"))).isEqualTo("a");
    assertThat(Settings.NONE.text("t")).isEmpty();
  }

  @Test
  void aChoiceIsOneOfTheAllowedWords() {
    Settings settings = Settings.of(Map.of("index", "exakt", "flag", "yes", "on", "true"));

    assertThatThrownBy(() -> settings.choice("index", "exact", List.of("exact", "lucene-hnsw")))
        .isInstanceOf(SettingException.class)
        .hasMessage("'index' is 'exakt'; choose one of exact, lucene-hnsw");
    assertThatThrownBy(() -> settings.flag("flag", false))
        .isInstanceOf(SettingException.class)
        .hasMessage("'flag' is 'yes'; choose one of true, false");
    assertThat(settings.flag("on", false)).isTrue();
    assertThat(settings.choice("index", "x", List.of("exakt"))).isEqualTo("exakt");
  }

  @Test
  void defaultsFillWhatIsSilent() {
    Settings settings = Settings.of(Map.of("k", "2")).orElse(Map.of("k", "8", "chunk", "512"));

    assertThat(settings.asMap()).containsExactly(Map.entry("chunk", "512"), Map.entry("k", "2"));
    assertThat(settings).hasToString("{chunk=512, k=2}");
  }

  @Test
  void settingsKeepWhatTheyWereGiven() {
    Map<String, String> given = new HashMap<>(Map.of("k", "2"));
    Settings settings = Settings.of(given);
    given.put("k", "3");
    settings.asMap().put("k", "4");

    assertThat(settings.text("k")).contains("2");
  }
}
