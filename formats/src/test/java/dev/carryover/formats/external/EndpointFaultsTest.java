package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.FolderStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an endpoint does wrong is named or got over, and is never an answer. */
@Timeout(60)
class EndpointFaultsTest {
  private static final Question QUESTION = new Question("What is the gate code?");

  @TempDir private Path folder;
  private final MemoryServer server = new MemoryServer();
  private final MemoryFormat format =
      new ExternalProvider().create(Settings.of(Map.of("url", server.url(), "timeout", "2s")));

  @AfterEach
  void stop() {
    format.close();
    server.close();
  }

  private List<Recollection> read() {
    History history =
        new History("h", List.of(new Event("0", Optional.empty(), "", "The gate code is QX7752.")));
    MemoryStore store =
        format
            .writer()
            .write(history, Components.NONE, 1, new FolderStores(folder).target("store"));
    try (Memory memory = format.reader().open(store, Components.NONE)) {
      return memory.read(List.of(QUESTION));
    }
  }

  private void assertAnswered() {
    assertThat(read())
        .singleElement()
        .satisfies(
            r ->
                assertThat(r.<List<String>>fold(p -> p.texts(), s -> List.of(), a -> List.of()))
                    .containsExactly("The gate code is QX7752."));
  }

  private void assertFails(MemoryServer.Fault fault, String... named) {
    server.next(fault);
    assertThatThrownBy(this::read)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(server.url() + "/read")
        .hasMessageContainingAll(named);
  }

  private long reads() {
    return server.log().stream().filter(line -> line.endsWith("/read")).count();
  }

  @Test
  void aServerThatIsBusyIsAskedAgain() {
    server.next(
        MemoryServer.status(503, "loading", "Retry-After", "1"), MemoryServer.status(429, ""));

    assertAnswered();
    assertThat(reads()).isEqualTo(3);
    assertThat(server.log()).filteredOn(line -> line.endsWith("/open")).hasSize(1);
  }

  @Test
  void aServerThatIsBusyWhenItIsGreetedIsGreetedAgain() {
    server.nextGreetings(MemoryServer.status(503, "loading the model"));

    assertThat(format.preflight()).isEmpty();
    assertAnswered();
    assertThat(server.log()).filteredOn(line -> line.endsWith("/hello")).hasSize(2);
  }

  @Test
  void aConnectionThatIsResetIsMadeAgainAndTheStoreIsOpenedAgain() {
    server.next(MemoryServer.reset());

    assertAnswered();
    assertThat(server.log()).filteredOn(line -> line.endsWith("/open")).hasSize(2);
  }

  @Test
  void aServerThatStaysBusyIsGivenUp() {
    MemoryServer.Fault busy = MemoryServer.status(503, "loading the model");
    server.next(busy, busy, busy, busy, busy, busy);

    assertThatThrownBy(this::read)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("tried 4 times")
        .hasMessageContaining("503")
        .hasMessageContaining("loading the model");
    assertThat(reads()).isEqualTo(4);
  }

  @Test
  void anErrorOfTheServerFailsAtOnceWithItsWords() {
    assertFails(MemoryServer.status(500, "out of cheese"), "status 500", "out of cheese");
    assertThat(reads()).isEqualTo(1);
  }

  @Test
  void aRedirectIsNotFollowed() {
    assertFails(MemoryServer.status(302, "", "Location", "http://127.0.0.1:1/"), "status 302");
  }

  @Test
  void aPageIsNoAnswer() {
    assertFails(
        MemoryServer.body("<html><body>Welcome</body></html>"), "no JSON", "<html><body>Welcome");
  }

  @Test
  void anEmptyBodyIsNoAnswer() {
    assertFails(MemoryServer.body(""), "no JSON object");
  }

  @Test
  void anAnswerToAnotherRequestIsNoAnswer() {
    assertFails(MemoryServer.body("{\"id\":0,\"items\":[]}"), "id 0");
  }

  @Test
  void silenceEndsAtTheTimeOut() {
    assertFails(server.silence(), "within 2000 ms");
  }

  @Test
  void aBodyThatStallsEndsAtTheTimeOut() {
    assertFails(server.stall(), "within 2000 ms");
  }

  @Test
  void aBodyThatDoesNotEndIsCutOff() {
    assertFails(MemoryServer.endless(), "more than 64 MiB");
  }

  @Test
  void nobodyAtTheAddressIsAProblemBeforeTheStart() {
    server.close();

    assertThat(format.preflight())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.what()).contains(server.url()).contains("cannot be reached");
              assertThat(problem.absent()).isTrue();
            });
  }
}
