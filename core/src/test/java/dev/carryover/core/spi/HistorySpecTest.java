package dev.carryover.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistorySpecTest {
  @Test
  void aSpecIsTakenApart() {
    HistorySpec spec = HistorySpec.parse(" jsonl:a/chats.jsonl?questions=b/q.jsonl&x=1 ");
    assertThat(spec.source()).isEqualTo("jsonl");
    assertThat(spec.location()).isEqualTo("a/chats.jsonl");
    assertThat(spec.settings().asMap()).isEqualTo(Map.of("questions", "b/q.jsonl", "x", "1"));
    assertThat(spec.request(true).skipBad()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'locomo:C:\\data\\locomo10.json',C:\\data\\locomo10.json",
    "'locomo:C:/data/locomo10.json?captions=true',C:/data/locomo10.json",
    "'locomo:\\\\?\\C:\\long\\l.json?captions=true',\\\\?\\C:\\long\\l.json",
    "'jsonl:50%25 of it+more.jsonl',50%25 of it+more.jsonl",
    "'jsonl:a:b.jsonl?',a:b.jsonl",
  })
  void theLocationIsTakenAsItStands(String text, String location) {
    assertThat(HistorySpec.parse(text).location()).isEqualTo(location);
  }

  @Test
  void onlyValuesAreDecoded() {
    HistorySpec spec = HistorySpec.parse("jsonl:a%41?q%41=b%26c%3D%C3%A9+d=e&empty=");
    assertThat(spec.location()).isEqualTo("a%41");
    assertThat(spec.settings().asMap()).isEqualTo(Map.of("q%41", "b&c=é+d=e", "empty", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "synthetic", ":small", "C:\\data\\x.json", "Jsonl:x", "jsonl:", "jsonl:?a=b"})
  void aSpecWithoutSourceOrLocationIsRefused(String text) {
    assertThatThrownBy(() -> HistorySpec.parse(text))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("NAME:LOCATION");
  }

  @ParameterizedTest
  @CsvSource({
    "jsonl:x?a,'a'",
    "jsonl:x?=1,'=1'",
    "jsonl:x?a=1&&b=2,''",
    "jsonl:x?a=1&a=2,twice",
    "jsonl:x?a=100%,percent",
    "jsonl:x?a=%4,percent",
    "jsonl:x?a=%zz,percent",
    "jsonl:x?a=%FF,percent",
  })
  void aSettingThatCannotBeReadIsNamed(String text, String part) {
    assertThatThrownBy(() -> HistorySpec.parse(text))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(part)
        .hasMessageContaining(text);
  }
}
