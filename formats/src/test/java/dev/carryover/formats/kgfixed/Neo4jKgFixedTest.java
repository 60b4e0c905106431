package dev.carryover.formats.kgfixed;

import static dev.carryover.formats.kgfixed.Told.claim;
import static dev.carryover.formats.kgfixed.Told.history;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.formats.kgfixed.Neo4jServers.RunningServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;

/** Claims traversed in a real Neo4j server. */
@ExtendWith(Neo4jServers.class)
final class Neo4jKgFixedTest extends KgFixedContract {
  private static final String VARIABLE = "PASSWORD_OF_THE_TEST";

  private static GraphBackend shared;
  private static Driver driver;

  private final RunningServer server;

  Neo4jKgFixedTest(RunningServer server) {
    this.server = server;
  }

  @BeforeAll
  static void connect(RunningServer server) {
    shared = new Neo4jBackend(address(server), knowing(server.password()));
    driver = GraphDatabase.driver(server.uri(), AuthTokens.basic("neo4j", server.password()));
  }

  @AfterAll
  static void closingTheFormatLeavesNoIndexBehind() {
    try (Driver connected = driver) {
      shared.close();
      assertThat(
              connected
                  .executableQuery("SHOW INDEXES YIELD name WHERE name STARTS WITH 'carryover'")
                  .execute()
                  .records())
          .isEmpty();
    }
  }

  private static ServerAddress address(RunningServer server) {
    return new ServerAddress(server.uri(), Optional.of("neo4j"), VARIABLE);
  }

  /** All formats of this class share one connection. */
  @Override
  protected MemoryFormatProvider provider() {
    return new KgFixedProvider(
        address ->
            address.equals(address(server))
                ? shared
                : new Neo4jBackend(address, knowing(server.password())));
  }

  @Override
  Map<String, String> backend() {
    return Map.of("backend", "neo4j", "uri", server.uri(), "user", "neo4j", "password", VARIABLE);
  }

  @Override
  Duration patience() {
    return Duration.ofMinutes(3);
  }

  private static Function<String, Optional<String>> knowing(String password) {
    return variable -> variable.equals(VARIABLE) ? Optional.of(password) : Optional.empty();
  }

  private MemoryFormat formatOfItsOwn(String password) {
    return new KgFixedProvider(address -> new Neo4jBackend(address, knowing(password)))
        .create(settings());
  }

  private List<Record> run(String statement, Map<String, Object> parameters) {
    try (Session session = driver.session()) {
      return session.run(statement, parameters).list();
    }
  }

  private long count(String label) {
    return run("MATCH (n) WHERE $label IN labels(n) RETURN count(n) AS n", Map.of("label", label))
        .get(0)
        .get("n")
        .asLong();
  }

  @BeforeEach
  void somebodyElseUsesTheServerToo() {
    run("CREATE (:Person {name: 'Ada', store: 'mine'})", Map.of());
  }

  @AfterEach
  void nothingIsLeftBehindAndNothingElseIsTouched() {
    assertThat(count("Carryover")).isZero();
    assertThat(run("MATCH (p:Person {name: 'Ada', store: 'mine'}) DELETE p RETURN 1", Map.of()))
        .hasSize(1);
  }

  private MemoryStore mixedStore() {
    return write(
        history(
            "The crate of Tesen is A1A1.",
            "The crate of Tesen is G86T.",
            claim("rule", "trusted-source", "audit"),
            claim("person1", "badge", "Q1Q1", "audit"),
            claim("person1", "badge", "Q2Q2", "clerk"),
            claim("person3", "alias", "Sakan"),
            "The deputy of Sakan is person4.",
            "The lead of person4 is person5.",
            "The ticket of person5 is T5T5.",
            "The ladder of person12 is wooden, and so on."));
  }

  @Test
  void bothBackendsBringBackTheSameInTheSameOrder() {
    MemoryStore store = mixedStore();
    List<String> questions =
        List.of(
            "What is TESEN's crate?",
            "? ticket of lead of deputy of person3",
            "Which crates are there?",
            "badge of person1 by rule",
            "the ladder of person12");
    MemoryFormat embedded = provider().create(with(Map.of("backend", "embedded")));

    try (Memory memory = embedded.reader().open(store, components())) {
      List<List<StoredItem>> expected =
          questions.stream()
              .map(question -> memory.read(List.of(new Question(question))).get(0))
              .map(read -> ((Passages) read).items())
              .toList();
      assertThat(
              questions.stream()
                  .map(question -> read(store, Map.of(), components(), question).items()))
          .isEqualTo(expected);
      assertThat(expected).noneMatch(List::isEmpty);
    }
  }

  @Test
  void claimsAreOnTheServerOnlyWhileTheStoreIsOpen() {
    MemoryStore store = mixedStore();

    try (Memory memory = format().reader().open(store, components())) {
      assertThat(memory.items()).hasSize(10);
      assertThat(count("CarryoverClaim")).isEqualTo(10);
      assertThat(count("CarryoverStore")).isEqualTo(1);
      assertThat(
              run(
                  "MATCH (n:Carryover) WHERE n.store <> $s RETURN n",
                  Map.of("s", store.manifest().sha256())))
          .isEmpty();
    }

    assertThat(count("Carryover")).isZero();
  }

  @Test
  void aStoreThatIsOpenTwiceStaysUntilBothAreClosed() {
    MemoryStore store = mixedStore();
    MemoryFormat format = format();
    Question question = new Question("? crate of Tesen");

    Memory first = format.reader().open(store, components());
    Memory second = format.reader().open(store, components());
    first.close();
    first.close();

    assertThat(count("CarryoverStore")).isEqualTo(1);
    assertThat(second.read(List.of(question))).hasSize(1);
    second.close();
  }

  @Test
  void severalThreadsReadOneStore() {
    MemoryStore store = mixedStore();
    List<String> alone = read(store, "? ticket of lead of deputy of person3");

    try (Memory memory = format().reader().open(store, components())) {
      assertThat(
              IntStream.range(0, 64)
                  .parallel()
                  .mapToObj(
                      i ->
                          memory
                              .read(List.of(new Question("? ticket of lead of deputy of person3")))
                              .get(0))
                  .map(read -> ((Passages) read).texts()))
          .allMatch(alone::equals);
    }
  }

  @Test
  void whatAKilledRunLeftHalfDoneIsReplaced() {
    MemoryStore store = mixedStore();
    Map<String, Object> sha = Map.of("store", store.manifest().sha256());
    run("CREATE (:Carryover:CarryoverStore {store: $store, claims: 10})", sha);
    run("CREATE (:Carryover:CarryoverClaim {store: $store, place: 99})", sha);

    assertThat(read(store, "? crate of Tesen"))
        .containsExactly(
            "[day 0] Tesen's crate is A1A1 (not the last).", "[day 1] Tesen's crate is G86T.");
  }

  @Test
  void whatAKilledRunLeftCompleteIsTakenOverAndRemoved() {
    MemoryStore store = mixedStore();
    MemoryFormat killed = formatOfItsOwn(server.password());
    Memory never = killed.reader().open(store, components());
    run("MATCH (s:CarryoverStore) SET s.mark = 'kept'", Map.of());

    try (Memory memory = format().reader().open(store, components())) {
      assertThat(memory.read(List.of(new Question("? crate of Tesen")))).hasSize(1);
      assertThat(run("MATCH (s:CarryoverStore {mark: 'kept'}) RETURN s", Map.of())).hasSize(1);
    }

    assertThat(count("Carryover")).isZero();
    never.close();
    killed.close();
  }

  @Test
  void claimsThatSomebodyRemovesAreAFailureAndNoAnswer() {
    MemoryStore store = mixedStore();

    try (Memory memory = format().reader().open(store, components())) {
      run("MATCH (n:Carryover) DETACH DELETE n", Map.of());
      assertThatThrownBy(() -> memory.read(List.of(new Question("? crate of Tesen"))))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining(store.manifest().sha256());
    }
  }

  @Test
  void aServerThatIsThereHasNoProblem() {
    assertThat(format().preflight()).isEmpty();
  }

  @Test
  void aWrongPasswordIsFoundBeforehandAndNotRepeated() {
    MemoryFormat format = formatOfItsOwn("wrong horse");

    assertThat(format.preflight())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.what()).contains(server.uri(), "neo4j").doesNotContain("horse");
              assertThat(problem.remedy()).contains("user", VARIABLE);
              assertThat(problem.absent()).isFalse();
            });
    assertThatThrownBy(() -> format.reader().open(mixedStore(), components()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(server.uri());
  }

  @Test
  void aPasswordThatIsNotSetIsFoundBeforehand() {
    MemoryFormat format = provider().create(with(Map.of("password", "NOT_SET_ANYWHERE")));

    assertThat(format.preflight())
        .extracting(Problem::what)
        .singleElement()
        .asString()
        .contains("NOT_SET_ANYWHERE");
  }

  @Test
  void aServerThatIsNotThereIsFoundBeforehand() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    String uri = "bolt://127.0.0.1:" + free;
    MemoryFormat format = provider().create(with(Map.of("uri", uri)));

    assertThat(format.preflight())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.what()).contains(uri);
              assertThat(problem.remedy()).contains("uri");
              assertThat(problem.absent()).isTrue();
            });
    MemoryStore store = mixedStore();
    assertThatThrownBy(() -> format.reader().open(store, components()))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(uri);
  }

  @Test
  void anAddressThatIsNoneIsRefusedWithoutItsPassword() {
    for (String uri : List.of("http://localhost:7474", "nonsense", "bolt://ada:pw123@localhost")) {
      assertThatThrownBy(() -> provider().create(with(Map.of("uri", uri))))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("bolt://localhost:7687")
          .hasMessageNotContaining("pw123");
    }
  }
}
