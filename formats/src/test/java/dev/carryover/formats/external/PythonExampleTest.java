package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example in Python keeps to the contract of every memory format, and its upgrade is one. */
class PythonExampleTest extends MemoryFormatContract {
  private static final History HISTORY =
      new History(
          "h",
          List.of(
              new Event("0", Optional.of("8 May"), "Ana", "The gate code is QX7752. I like it."),
              new Event("1", Optional.empty(), "", "Bo changed lockers: his locker is LK1208.")));

  @BeforeAll
  static void requirePython() {
    Examples.requirePython();
  }

  @Override
  protected MemoryFormatProvider provider() {
    return new ExternalProvider();
  }

  @Override
  protected Settings settings() {
    return Settings.of(Map.of("command", Examples.command("python3", "external_memory.py")));
  }

  @Override
  protected Set<String> changingNothing() {
    return Set.of("timeout", "restarts", "processes");
  }

  @Override
  protected Components components() {
    return Examples.players("rules-1", "rules-1");
  }

  @Override
  protected Components upgraded() {
    return Examples.players("rules-2", "rules-2");
  }

  @Override
  protected boolean keepsTextsVerbatim() {
    return false;
  }

  private MemoryStore written(MemoryFormat format, String writer) {
    return format
        .writer()
        .write(HISTORY, Examples.players(writer, "rules-1"), 1, stores().target("by-" + writer));
  }

  private static String answer(
      MemoryFormat format, MemoryStore store, String reader, String asked) {
    try (Memory memory = format.reader().open(store, Examples.players("rules-1", reader))) {
      return memory
          .read(List.of(new Question(asked)))
          .get(0)
          .fold(p -> "passages", s -> "state", a -> a.reply().text());
    }
  }

  @Test
  void itAnswersWithTheCodeAndTellsWhereItStands() {
    MemoryFormat format = format();
    MemoryStore store = written(format, "rules-1");

    assertThat(answer(format, store, "rules-1", "What is the gate code?")).isEqualTo("QX7752");
    assertThat(answer(format, store, "rules-1", "Who sings?")).isEqualTo("unknown");
    assertThat(items(store))
        .extracting(item -> item.id() + " " + item.text() + " " + item.sources().get(0).whole())
        .containsExactly(
            "0.0 [8 May] Ana: The gate code is QX7752. false",
            "0.1 [8 May] Ana: I like it. false",
            "1.0 Bo changed lockers: his locker is LK1208. true");
  }

  @Test
  void theGenerationsKeepOtherWordsSoThatAnInheritedStoreLosesSome() {
    MemoryFormat format = format();
    MemoryStore old = written(format, "rules-1");
    MemoryStore own = written(format, "rules-2");
    String asked = "What changes has Bo made?";

    assertThat(answer(format, own, "rules-2", "changes")).isEqualTo("LK1208");
    assertThat(answer(format, old, "rules-2", "changes")).isEqualTo("unknown");
    assertThat(answer(format, old, "rules-1", asked)).isEqualTo("LK1208");
    assertThat(own.manifest().sha256()).isNotEqualTo(old.manifest().sha256());
    assertThat(own.manifest().description().writer().orElseThrow().name()).isEqualTo("rules-2");
  }

  @Test
  void aModelThatItDoesNotKnowIsNamed() {
    MemoryFormat format = format();

    assertThatThrownBy(() -> written(format, "gpt-9"))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("there is no writer 'gpt-9'");
  }

  @Test
  void pythonIsAskedInAsciiSoThatNoLocaleMatters() {
    History history =
        new History(
            "h\u00fc",
            List.of(new Event("\u00e9", Optional.empty(), "Zo\u00eb", "Caf\u00e9 \u2028 QX7752.")));
    byte[] bytes =
        new Request(1, Op.WRITE, Json.object().put("text", history.events().get(0).text())).bytes();

    assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
        .isEqualTo("{\"id\":1,\"op\":\"write\",\"text\":\"Caf\\u00E9 \\u2028 QX7752.\"}");
    assertThat(items(write(history)))
        .extracting(item -> item.text())
        .containsExactly("Zo\u00eb: Caf\u00e9 \u2028 QX7752.");
  }
}
