package dev.carryover.testing;

import static dev.carryover.testing.CarryoverAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Runs the test classes below, each with gates among its tests. */
class CarryoverExtensionTest {
  private static Path file = Path.of("");
  private static Migration migration = Migration.of(file);

  @TempDir private Path folder;

  @BeforeEach
  void upgrade() {
    file = Upgrades.model(folder);
    migration = Migration.of(file);
  }

  @CarryoverTest
  static final class OneGate {
    @Test
    void gate(RunFolder runs) {
      assertThat(migration.runIn(runs).gate()).accuracy().isAtLeast(0);
    }
  }

  @CarryoverTest
  static final class Several {
    private static List<String> decisions = List.of();

    @BeforeAll
    static void once(RunFolder runs) {
      decisions = List.of(migration.runIn(runs).gate().verdict().decision());
    }

    @Test
    void theRunOfTheClassIsThere() {
      assertThat(decisions).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void seeds(long seed, RunFolder runs) {
      assertThat(migration.seed(seed).runIn(runs).gate()).isNotNull();
    }

    @Nested
    class Inner {
      @Test
      void diagnosis(RunFolder runs) {
        RunReport gated = migration.runIn(runs).gate();
        RunReport diagnosed = migration.runIn(runs).diagnose();
        assertThat(diagnosed.treatments().size()).isGreaterThan(gated.treatments().size());
      }
    }
  }

  @CarryoverTest(servicesRequired = true)
  static final class Required {
    @Nested
    class Inner {
      @Test
      void gate(RunFolder runs) {
        assertThat(migration.runIn(runs).gate()).isPreserved();
      }
    }
  }

  @CarryoverTest
  static final class NoGate {
    private static Path given = Path.of("");

    @Test
    void nothing(RunFolder runs) {
      given = runs.path();
    }
  }

  @Test
  void runsLieInTheBuildFolderUnlessAnotherIsNamed() {
    EngineTestKit.engine("junit-jupiter").selectors(selectClass(NoGate.class)).execute();

    assertThat(NoGate.given)
        .isEqualTo(
            Path.of("target", "carryover", NoGate.class.getName(), "nothing").toAbsolutePath());
    assertThat(NoGate.given).doesNotExist();
  }

  @Test
  void theVerdictAndTheAddressOfTheReportAreInTheTestReport() {
    EngineExecutionResults results = execute(OneGate.class);

    Map<String, String> entries =
        results
            .testEvents()
            .reportingEntryPublished()
            .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
            .findFirst()
            .orElseThrow();
    assertThat(results.testEvents().succeeded().count()).isEqualTo(1);
    assertThat(entries).containsEntry(RunFolder.VERDICT, "not-measurable");
    assertThat(Path.of(entries.get(RunFolder.REPORT)))
        .isEqualTo(runs(OneGate.class, "gate").resolve("model-1/report/index.html"))
        .isNotEmptyFile();
  }

  @Test
  void theSecondExecutionHasTheFiguresOfTheFirst() throws IOException {
    execute(OneGate.class);
    Path journal = runs(OneGate.class, "gate").resolve("model-1/observations.jsonl");
    Object written = Files.getLastModifiedTime(journal);
    execute(OneGate.class);

    assertThat(names(runs(OneGate.class, "gate"))).containsExactly("model-1");
    assertThat(Files.getLastModifiedTime(journal)).isEqualTo(written);
  }

  @Test
  void aPlanThatChangedBeginsAnewAndOneThatComesBackGoesOn() {
    execute(OneGate.class);
    migration = migration.seed(8);
    execute(OneGate.class);
    migration = Migration.of(file);
    EngineExecutionResults back = execute(OneGate.class);

    assertThat(names(runs(OneGate.class, "gate"))).containsExactly("model-1", "model-2");
    assertThat(back.testEvents().succeeded().count()).isEqualTo(1);
  }

  @Test
  void historiesThatChangedUnderTheSameSettingsBeginAnew() throws IOException {
    Path talk = folder.resolve("talk.jsonl");
    String line = "{\"id\": \"c1\", \"messages\": [{\"speaker\": \"Ann\", \"content\": \"%s\"}]}\n";
    Path questions = folder.resolve("questions.jsonl");
    Files.writeString(
        questions,
        "{\"history\": \"c1\", \"question\": \"What is Ann's badge?\", \"answer\": \"K42Z\","
            + " \"evidence\": [\"0\"]}\n");
    migration = migration.histories("jsonl:" + talk + "?questions=" + questions);
    Files.writeString(talk, line.formatted("My badge is K42Z."));
    execute(OneGate.class);
    Files.writeString(talk, line.formatted("Ann's badge is K42Z."));
    EngineExecutionResults again = execute(OneGate.class);

    assertThat(again.testEvents().succeeded().count()).isEqualTo(1);
    assertThat(names(runs(OneGate.class, "gate"))).containsExactly("model-1", "model-2");
  }

  @Test
  void everyClassMethodAndInvocationHasARunOfItsOwn() {
    EngineExecutionResults results = execute(Several.class);

    assertThat(results.testEvents().succeeded().count()).isEqualTo(4);
    assertThat(names(runs(Several.class, "."))).containsExactly("model-1", "seeds-long");
    assertThat(names(runs(Several.class, "seeds-long/1"))).containsExactly("model-1");
    assertThat(names(runs(Several.class, "seeds-long/2"))).containsExactly("model-1");
    assertThat(names(runs(Several.Inner.class, "diagnosis"))).containsExactly("model-1", "model-2");
  }

  @Test
  void aServiceThatDoesNotAnswerSkipsTheTestWithTheReason() {
    String url = nobody();
    migration = Migration.of(Upgrades.service(folder, url, "loop-1"));
    TestExecutionResult result = only(execute(OneGate.class));

    assertThat(result.getStatus()).isEqualTo(Status.ABORTED);
    assertThat(message(result))
        .startsWith("skipped, since a service does not answer: model 'loop-1' at " + url)
        .contains("start the service", "carryover.services.required=true");
  }

  @Test
  void aServiceThatDoesNotAnswerBeforeAllTestsSkipsTheClass() {
    migration = Migration.of(Upgrades.service(folder, nobody(), "loop-1"));
    EngineExecutionResults results = execute(Several.class);

    assertThat(results.containerEvents().aborted().count()).isEqualTo(1);
    assertThat(results.testEvents().started().count()).isZero();
  }

  @Test
  void aServiceThatDoesNotAnswerFailsTheTestWhereServicesAreRequired() {
    migration = Migration.of(Upgrades.service(folder, nobody(), "loop-1"));
    EngineExecutionResults configured =
        execute(OneGate.class, CarryoverExtension.SERVICES_REQUIRED, "true");
    EngineExecutionResults annotated = execute(Required.class);

    for (EngineExecutionResults results : List.of(configured, annotated)) {
      assertThat(only(results).getStatus()).isEqualTo(Status.FAILED);
      assertThat(message(only(results))).contains("cannot be reached");
    }
  }

  @Test
  void aSettingThatIsNoneIsRefused() {
    migration = Migration.of(Upgrades.service(folder, nobody(), "loop-1"));
    EngineExecutionResults results =
        execute(OneGate.class, CarryoverExtension.SERVICES_REQUIRED, "ja");

    assertThat(message(only(results)))
        .isEqualTo("carryover.services.required is 'ja'; choose true or false");
  }

  @Test
  void aServiceThatServesAnotherModelFailsTheTest() {
    try (LoopbackModelServer server =
        LoopbackModelServer.open(LoopbackService.of(Kind.VLLM).named("loop-1"))) {
      migration = Migration.of(Upgrades.service(folder, server.v1(), "loop-9"));
      TestExecutionResult result = only(execute(OneGate.class));

      assertThat(result.getStatus()).isEqualTo(Status.FAILED);
      assertThat(message(result)).contains("model 'loop-9' is not served at " + server.v1());
    }
  }

  @Test
  void anotherModelUnderTheSameNameBeginsAnew() {
    LoopbackService service = LoopbackService.of(Kind.VLLM).named("loop-1");
    try (LoopbackModelServer server = LoopbackModelServer.open(service.weights("org/new"))) {
      migration = Migration.of(Upgrades.service(folder, server.v1(), "loop-1"));
      execute(OneGate.class);
      server.serve(service.weights("org/newer"));
      EngineExecutionResults again = execute(OneGate.class);

      assertThat(again.testEvents().succeeded().count()).isEqualTo(1);
      assertThat(names(runs(OneGate.class, "gate"))).containsExactly("service-1", "service-2");
    }
  }

  private EngineExecutionResults execute(Class<?> tests, String... parameter) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(tests))
            .configurationParameter(CarryoverExtension.RUNS, folder.resolve("runs").toString());
    if (parameter.length > 0) {
      kit.configurationParameter(parameter[0], parameter[1]);
    }
    return kit.execute();
  }

  private Path runs(Class<?> tests, String method) {
    return folder.resolve("runs").resolve(tests.getName()).resolve(method);
  }

  private static TestExecutionResult only(EngineExecutionResults results) {
    return results
        .testEvents()
        .finished()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .findFirst()
        .orElseThrow();
  }

  private static String message(TestExecutionResult result) {
    return String.valueOf(result.getThrowable().orElseThrow().getMessage());
  }

  private static List<String> names(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An address at which nobody listens. */
  private static String nobody() {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI))) {
      return server.v1();
    }
  }
}
