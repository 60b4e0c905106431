package dev.carryover.models.transformer.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates as Jinja renders them, and templates that mean harm. */
class ChatTemplateTest {
  private static final Map<String, String> TOKENS = Map.of("bos_token", "<s>", "eos_token", "</s>");
  private static final List<Turn> HELLO = List.of(new Turn("user", "Hello"));

  /** Expected: Jinja 3.1.6, by src/test/python/golden_chats.py. */
  static Stream<Arguments> golden() throws IOException {
    JsonNode root = file();
    List<Arguments> all = new ArrayList<>();
    for (JsonNode entry : root.get("golden")) {
      String name = entry.get("template").asText();
      String conversation = entry.get("conversation").asText();
      List<Turn> turns = new ArrayList<>();
      root.get("conversations")
          .get(conversation)
          .forEach(turn -> turns.add(new Turn(turn.get(0).asText(), turn.get(1).asText())));
      all.add(
          Arguments.of(
              name + ", " + conversation,
              root.get("templates").get(name).asText(),
              turns,
              entry.get("answering").asBoolean(),
              entry.path("text").asText(),
              entry.path("refusal").asText()));
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}, {3}")
  @MethodSource("golden")
  void aTemplateIsRenderedAsJinjaDoes(
      String kind,
      String source,
      List<Turn> turns,
      boolean answering,
      String text,
      String refusal) {
    ChatTemplate template = ChatTemplate.of(kind, source, TOKENS);
    if (refusal.isEmpty()) {
      assertThat(template.render(turns, answering)).isEqualTo(text);
    } else {
      assertThatThrownBy(() -> template.render(turns, answering))
          .isInstanceOf(SourceException.class)
          .hasMessageContainingAll(kind, "refuses these turns", refusal);
    }
  }

  private static JsonNode file() throws IOException {
    try (InputStream in = ChatTemplateTest.class.getResourceAsStream("golden-chats.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% for a in range(99999999999) %}{% endfor %}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}"
            + "{% endfor %}{% endfor %}{% endfor %}",
        "{% set ns = namespace(x='aaaaaaaa') %}{% for a in range(60) %}{% set ns.x = ns.x + ns.x %}"
            + "{% endfor %}",
        "{% set ns = namespace(x=[1]) %}{% for a in range(60) %}{% set ns.x = ns.x + ns.x %}"
            + "{% endfor %}",
        "{% set ns = namespace(x='aaaaaaaa') %}{% for a in range(60) %}"
            + "{% set ns.x = ns.x.replace('a', 'aaaaaaaa') %}{% endfor %}",
        "{% set ns = namespace(x='aaaaaaaa') %}{% for a in range(60) %}"
            + "{% set ns.x = [ns.x, ns.x] | join(ns.x) %}{% endfor %}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }}"
            + "{% endfor %}{% endfor %}"
      })
  void aTemplateWithoutEndIsStopped(String source) {
    ChatTemplate template = ChatTemplate.of("hostile", source, Map.of());
    assertThatThrownBy(() -> template.render(HELLO, true))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("hostile", "line 1", "does not end");
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of("", "0 characters"),
        Arguments.of(" \n ", "between 1 and"),
        Arguments.of("a".repeat(1 << 19), "524,288"),
        Arguments.of("\n\n{{ 1 + }}", "line 3"),
        Arguments.of("{{ 'a }}", "line 1"),
        Arguments.of("{{ a", "not closed"),
        Arguments.of("{% if a %}x", "'endif' is missing"),
        Arguments.of("{% for a in b %}x{% endif %}", "'endfor' is missing"),
        Arguments.of("x{% endif %}", "'endif' ends nothing"),
        Arguments.of("{% include 'etc' %}", "'include'"),
        Arguments.of("{% import 'os' as os %}", "'import'"),
        Arguments.of("{{ a ? b }}", "'?'"),
        Arguments.of("{{ 99999999999999999999 }}", "no number"),
        Arguments.of("{{ '\\uZZZZ' }}", "escape"),
        Arguments.of("{{ a[1:2:3] }}", "']'"),
        Arguments.of("{{ " + "(".repeat(5_000) + " }}", "brackets"),
        Arguments.of("{{ " + "not ".repeat(5_000) + "1 }}", "operations"),
        Arguments.of("{{ 1" + " + 1".repeat(5_000) + " }}", "operations"),
        Arguments.of("{{ a" + ".b".repeat(5_000) + " }}", "operations"),
        Arguments.of("{% if a %}".repeat(5_000), "statements in each other"));
  }

  @ParameterizedTest
  @MethodSource("unusable")
  void whatIsNoTemplateIsRefused(String source, String part) {
    assertThatThrownBy(() -> ChatTemplate.of("place", source, Map.of()))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("place", part);
  }

  static Stream<Arguments> unanswerable() {
    return Stream.of(
        Arguments.of("{{ messages }}", "a list as a text"),
        Arguments.of("{{ nothing.at.all }}", "an undefined value"),
        Arguments.of("{{ ''.__class__.__mro__ }}", "an undefined value"),
        Arguments.of("{{ ''.getClass() }}", "'getClass'"),
        Arguments.of("{{ messages.clear() }}", "'clear'"),
        Arguments.of("{{ lipsum(5) }}", "'lipsum'"),
        Arguments.of("{{ strftime_now('%Y') }}", "'strftime_now'"),
        Arguments.of("{{ 'a' | wordwrap }}", "'wordwrap'"),
        Arguments.of("{{ 'a' is callable }}", "'callable'"),
        Arguments.of("{{ 'a' + 1 }}", "'+' has no meaning"),
        Arguments.of("{{ 'a' < 1 }}", "no order"),
        Arguments.of("{{ 1 % 0 }}", "by zero"),
        Arguments.of("{{ 1 in 1 }}", "cannot be in"),
        Arguments.of("{{ messages | tojson }}", "a list as JSON"),
        Arguments.of("{{ 'a'.split('') }}", "empty text"),
        Arguments.of("{{ 'a'.startswith() }}", "'startswith'"),
        Arguments.of("{% set messages.x = 1 %}", "no namespace"),
        Arguments.of("{% for a, b in messages %}{% endfor %}", "2 variables"),
        Arguments.of("{% for a in 5 %}{% endfor %}", "no elements"),
        Arguments.of("{% macro m() %}x{% endmacro %}{{ m() }}", "'m'"));
  }

  @ParameterizedTest
  @MethodSource("unanswerable")
  void whatHasNoMeaningIsNamedWithItsLine(String source, String part) {
    ChatTemplate template = ChatTemplate.of("place", "\n" + source, Map.of());
    assertThatThrownBy(() -> template.render(HELLO, true))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll("place", "line 2", part);
  }

  @Test
  void aTemplateOfRandomPiecesIsRenderedOrRefused() {
    List<String> parts =
        List.of(
            "{{",
            "}}",
            "{%",
            "%}",
            "{#",
            "#}",
            "-",
            "if",
            "for",
            "in",
            "else",
            "endif",
            "endfor",
            "set",
            "a",
            "messages",
            "loop",
            "=",
            "==",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "|",
            "trim",
            ".",
            ",",
            ":",
            "'",
            "\"",
            "0",
            "7",
            "~",
            "not",
            "is",
            "defined",
            "\n",
            "namespace",
            "range",
            "\\",
            "\u00e9");
    Random random = new Random(5);
    int rendered = 0;
    for (int round = 0; round < 5_000; round++) {
      StringBuilder source = new StringBuilder("{{ ");
      for (int i = random.nextInt(12); i >= 0; i--) {
        source.append(parts.get(random.nextInt(parts.size()))).append(' ');
      }
      try {
        ChatTemplate.of("random", source + "}}", TOKENS).render(HELLO, true);
        rendered++;
      } catch (SourceException e) {
        assertThat(e).hasMessageContaining("random");
      }
    }
    assertThat(rendered).isPositive();
  }

  @Test
  void aConversationHasTurns() {
    ChatTemplate template = ChatTemplate.of("place", "x", Map.of());
    assertThatThrownBy(() -> template.render(List.of(), true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
