package dev.carryover.models.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.testkit.EmbedderContract;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors from a service: right, in order, or refused. */
final class RemoteEmbedderTest {
  private static final List<String> TEXTS = List.of("the first", "a second", "one third");

  private final LoopbackModelServer server =
      LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI));

  @AfterEach
  void stop() {
    server.close();
  }

  private Embedder embedder(String... settings) {
    Embedder embedder = Served.embedder(ServiceKind.OPENAI, server, settings);
    embedder.identity();
    return embedder;
  }

  @Test
  void vectorsOutOfOrderArePutInOrderByTheirIndex() {
    try (Embedder embedder = embedder()) {
      List<float[]> expected = embedder.embed(TEXTS, Purpose.DOCUMENT);
      server.next(LoopbackBehaviour.backwards());
      assertThat(embedder.embed(TEXTS, Purpose.DOCUMENT).toArray(float[][]::new))
          .isDeepEqualTo(expected.toArray(float[][]::new));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[NaN,0,0,0,0,0,0,0]; NaN, not a finite number",
        "[1e999,0,0,0,0,0,0,0]; not a finite number",
        "[null,0,0,0,0,0,0,0]; null, not a finite number",
        "['one',0,0,0,0,0,0,0]; not a finite number",
        "[0,0,0,0,0,0,0,0]; only zeros",
        "[1,0,0]; 3 dimensions where 8 were expected",
        "[]; is empty",
        "'AACAPw=='; is empty"
      },
      quoteCharacter = '`')
  void whatIsNoVectorIsRefusedAtOnce(String vector, String cause) {
    try (Embedder embedder = embedder()) {
      server.next(LoopbackBehaviour.firstVector(vector.replace('\'', '"')));
      int before = server.requests().size();
      assertThatThrownBy(() -> embedder.embed(TEXTS, Purpose.DOCUMENT))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("loop-1")
          .hasMessageContaining(cause.strip());
      assertThat(server.requests()).hasSize(before + 1);
    }
  }

  @Test
  void aVectorTooFewIsRefused() {
    try (Embedder embedder = embedder()) {
      server.next(LoopbackBehaviour.lastVectorMissing());
      assertThatThrownBy(() -> embedder.embed(TEXTS, Purpose.DOCUMENT))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("2 vectors for 3 texts");
    }
  }

  @Test
  void anIndexTwiceIsRefused() {
    String twice = "{\"data\":[{\"index\":0,\"embedding\":[1]},{\"index\":0,\"embedding\":[1]}]}";
    try (Embedder embedder = embedder()) {
      server.next(LoopbackBehaviour.raw(200, twice));
      assertThatThrownBy(() -> embedder.embed(List.of("a", "b"), Purpose.DOCUMENT))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("index 0 twice");
    }
  }

  @Test
  void whatMayPassIsTriedAgain() {
    try (Embedder embedder = embedder()) {
      List<float[]> expected = embedder.embed(TEXTS, Purpose.DOCUMENT);
      server.next(
          LoopbackBehaviour.error(429, "slow down"),
          LoopbackBehaviour.truncatedJson(),
          LoopbackBehaviour.html());
      assertThat(embedder.embed(TEXTS, Purpose.DOCUMENT).toArray(float[][]::new))
          .isDeepEqualTo(expected.toArray(float[][]::new));
    }
  }

  @Test
  void textsGoInBatchesWithTheirPrefix() {
    try (Embedder embedder = embedder("batch", "2", "query_prefix", "query: ")) {
      int before = server.requests().size();
      embedder.embed(TEXTS, Purpose.QUERY);
      assertThat(server.requests().subList(before, server.requests().size()))
          .extracting(request -> request.json().path("input").toString())
          .containsExactly("[\"query: the first\",\"query: a second\"]", "[\"query: one third\"]");
    }
  }

  @Test
  void thePrefixesAreToldSinceAQuestionsDoesNotShowInTheIdentity() {
    try (Embedder plain = embedder();
        Embedder prefixed = embedder("query_prefix", "query: ")) {
      assertThat(prefixed.identity()).isEqualTo(plain.identity());
      assertThat(prefixed.settings()).isNotEqualTo(plain.settings());
      assertThat(prefixed.settings()).containsEntry("query_prefix", "query: ");
    }
  }

  @Test
  void anotherSpaceUnderTheSameNameStopsTheRun() {
    try (Embedder embedder = embedder()) {
      assertThatCode(embedder::confirm).doesNotThrowAnyException();
      server.serve(LoopbackService.of(Kind.OPENAI).weights("d2"));
      assertThatThrownBy(embedder::confirm)
          .isInstanceOf(StopException.class)
          .hasMessageContaining("other vectors than before");
    }
  }

  @Test
  void preflightFindsAnotherDimensionAndAnotherModel() {
    try (Embedder embedder =
            Served.embedder(ServiceKind.OPENAI, server, "expect_dimension", "384");
        Embedder fitting = Served.embedder(ServiceKind.OPENAI, server, "expect_dimension", "8");
        Embedder missing = Served.embedder(ServiceKind.OPENAI, server, "model", "loop-9")) {
      assertThat(embedder.preflight())
          .extracting(Problem::what)
          .singleElement()
          .asString()
          .contains("'expect_dimension' is 384, and its vectors have 8");
      assertThat(fitting.preflight()).isEmpty();
      assertThat(missing.preflight())
          .containsExactly(
              new Problem(
                  "model 'loop-9' is not served at " + server.v1(),
                  "set 'model' to one that is served: loop-1"));
    }
  }

  @Test
  void anUnreachableServiceIsAProblem() {
    try (Embedder embedder = Served.embedder(ServiceKind.OPENAI, server)) {
      server.close();
      assertThat(embedder.preflight())
          .singleElement()
          .satisfies(problem -> assertThat(problem.what()).contains("cannot be reached"))
          .satisfies(problem -> assertThat(problem.absent()).isTrue());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "ollama"})
  void itCanBeChosenByName(String name) {
    EmbedderProvider provider = Plugins.named(EmbedderProvider.class, "embedder", name);
    Settings wrong = Settings.of(Map.of("url", "http://localhost:1", "colour", "red"));
    assertThatThrownBy(() -> provider.create(wrong, ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("colour");
  }

  @Nested
  final class OpenAi extends EmbedderContract {
    private final LoopbackModelServer served =
        LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI));

    @Override
    protected Embedder open() {
      return Served.embedder(ServiceKind.OPENAI, served, "query_prefix", "query: ");
    }

    @Override
    protected int dimension() {
      return 8;
    }

    @Override
    protected boolean purposesDiffer() {
      return true;
    }

    @AfterAll
    void stopServing() {
      served.close();
    }
  }

  @Nested
  final class Ollama extends EmbedderContract {
    private final LoopbackModelServer served =
        LoopbackModelServer.open(LoopbackService.of(Kind.OLLAMA));

    @Override
    protected Embedder open() {
      return Served.embedder(ServiceKind.OLLAMA, served);
    }

    @Override
    protected int dimension() {
      return 8;
    }

    @Override
    protected boolean purposesDiffer() {
      return false;
    }

    @AfterAll
    void stopServing() {
      served.close();
    }
  }
}
