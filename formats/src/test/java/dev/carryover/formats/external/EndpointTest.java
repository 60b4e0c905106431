package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Role;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A memory at an endpoint that does what it should. */
class EndpointTest extends MemoryFormatContract {
  private final MemoryServer server = new MemoryServer();

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  protected MemoryFormatProvider provider() {
    return new ExternalProvider();
  }

  @Override
  protected Settings settings() {
    return Settings.of(Map.of("url", server.url() + "/", "k", "4"));
  }

  @Override
  protected Set<String> changingNothing() {
    return Set.of("timeout", "restarts", "processes");
  }

  @Override
  protected Components components() {
    return Components.NONE;
  }

  @Override
  protected Components upgraded() {
    return Components.NONE;
  }

  @Test
  void requestsArePostedToAnAddressForEachOperation() throws Exception {
    MemoryStore store = write(talk(12));
    try (Memory memory = format().reader().open(store, Components.NONE)) {
      memory.items();
      memory.read(List.of(new Question("What colour is the kite?")));
    }

    assertThat(server.log())
        .containsExactly(
            "POST /mem/hello",
            "POST /mem/write",
            "POST /mem/hello",
            "POST /mem/open",
            "POST /mem/items",
            "POST /mem/read",
            "POST /mem/close");
    assertThat(store.content().resolve("external.json"))
        .hasContent("{\"memory\":\"words\",\"version\":\"1\"}");
    assertThat(Files.exists(store.content().resolve("files/items.json"))).isTrue();
  }

  @Test
  void connectionsAreUsedAgainAndNoMoreAreOpenThanTheMemoryTakesAtOnce() {
    MemoryStore store = write(talk(12));
    try (Memory memory = format().reader().open(store, Components.NONE)) {
      memory.read(Collections.nCopies(200, new Question("What colour is the kite?")));
    }

    assertThat(server.log()).filteredOn(line -> line.endsWith("read")).hasSize(200);
    assertThat(server.connections()).isBetween(2, 10);
  }

  @Test
  void passagesStayWithinWhatAReaderMayBeShown() {
    MemoryStore store = write(talk(12));
    int oneAndAHalf = "The kite of person0 is red, and that was turn 0.".length() * 3 / 2;
    Components frugal =
        new Components(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Allowances(1, oneAndAHalf));
    try (Memory memory = format().reader().open(store, frugal)) {
      assertThat(memory.read(List.of(new Question("red kite"))))
          .singleElement()
          .satisfies(
              r -> assertThat((int) r.fold(p -> p.items().size(), s -> 0, a -> 0)).isEqualTo(1));
    }
  }

  @Test
  void itIsSensitiveToWriterAndReaderAndRanksWhatItRetrieves() {
    assertThat(format().sensitiveTo()).containsExactlyInAnyOrder(Role.WRITER, Role.READER);
    assertThat(format().rankedItems()).hasValue(4);
    assertThat(format().settings()).containsEntry("version", "1").containsEntry("k", "4");
  }
}
