package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Role;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalSettingsTest {
  private static ExternalSettings settings(String... pairs) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return ExternalSettings.from(Settings.of(map));
  }

  @Test
  void aCommandLineIsCutIntoWordsWithoutAShell() {
    assertThat(CommandLine.split(" python3  a.py\t--x=1 ", "command"))
        .containsExactly("python3", "a.py", "--x=1");
    assertThat(CommandLine.split("sh 'my file.sh' \"a \\\"b\\\" \\\\ \\c\" '' $HOME *|", "command"))
        .containsExactly("sh", "my file.sh", "a \"b\" \\ \\c", "", "$HOME", "*|");
    assertThat(CommandLine.split("C:\\\\tools\\\\py.exe a\\ b x'y'z", "command"))
        .containsExactly("C:\\tools\\py.exe", "a b", "xyz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh 'open", "sh \"open", "sh open\\", "'' x"})
  void aCommandLineThatDoesNotEndOrNamesNoProgramIsRefused(String line) {
    assertThatThrownBy(() -> settings("command", line))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(line);
  }

  @Test
  void exactlyOneOfCommandAndUrlIsGiven() {
    assertThatThrownBy(ExternalSettingsTest::settings).hasMessageContaining("'command' or 'url'");
    assertThatThrownBy(() -> settings("command", "sh x", "url", "http://127.0.0.1:1"))
        .hasMessageContaining("both");
  }

  @ParameterizedTest
  @CsvSource({
    "url, ftp://127.0.0.1/x",
    "url, localhost:80",
    "url, http://127.0.0.1/?a=b",
    "url, http://",
    "url, 'http://a b'",
    "timeout, 0s",
    "timeout, 10",
    "timeout, -1s",
    "timeout, 1h",
    "restarts, -1",
    "processes, 0",
    "roles, 'writer,poet'",
    "k, 0",
  })
  void aValueThatCannotBeUsedIsNamed(String key, String value) {
    String[] pairs =
        key.equals("url")
            ? new String[] {key, value}
            : new String[] {"command", "sh x", key, value};
    assertThatThrownBy(() -> settings(pairs))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(value.contains(",") ? "poet" : value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"restarts", "processes", "environment"})
  void whatIsForCommandsIsRefusedForEndpoints(String key) {
    assertThatThrownBy(() -> settings("url", "http://127.0.0.1:1", key, "1"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(key);
  }

  @Test
  void rolesDecideWhatItIsSensitiveTo() {
    assertThat(settings("command", "x").roles())
        .containsExactlyInAnyOrder(Role.WRITER, Role.READER);
    assertThat(settings("command", "x", "roles", "embedder").roles())
        .containsExactlyInAnyOrder(Role.INDEX_EMBEDDER, Role.QUERY_EMBEDDER);
    assertThat(settings("command", "x", "roles", "").roles()).isEmpty();
  }

  @Test
  void whatNoStoreDependsOnIsNotAmongTheResolvedSettings() {
    Map<String, String> patient =
        settings("command", "x", "timeout", "5m", "restarts", "9", "processes", "4").asMap("1");

    assertThat(patient).isEqualTo(settings("command", "x").asMap("1"));
    assertThat(patient).isNotEqualTo(settings("command", "x").asMap("2"));
    assertThat(patient.keySet())
        .containsExactlyElementsOf(
            List.of("command", "environment", "k", "roles", "url", "version"));
  }
}
