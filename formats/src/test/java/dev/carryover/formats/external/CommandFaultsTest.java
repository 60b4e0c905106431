package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.FinishReason;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Answered;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a command does wrong is named, and is never an answer. */
@Timeout(60)
class CommandFaultsTest {
  private static final Recollection RIGHT =
      new Answered(new Reply("QX7752", FinishReason.STOP, Usage.NONE), Optional.empty());

  @TempDir private Path state;
  private Optional<Faulty> memory = Optional.empty();

  private Faulty faulty(String fault, String when, String... settings) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    memory.ifPresent(Faulty::close);
    memory = Optional.of(new Faulty(state, fault, when, map));
    return memory.get();
  }

  @AfterEach
  void everyProcessEndsWithTheFormat() {
    Faulty made = memory.orElseThrow();
    made.close();
    assertThat(made.starts()).isNotEmpty();
    for (String pid : made.starts()) {
      await(() -> !Faulty.runs(pid), "the end of process " + pid);
    }
    for (String pid : made.lines("children")) {
      await(() -> !Faulty.runs(pid), "the end of the child " + pid);
    }
  }

  @Test
  void aMemoryWithoutAFaultAnswersAndIsGreetedAndOpenedOnce() {
    Faulty good = faulty("none", "read");

    assertThat(good.read(Collections.nCopies(3, Faulty.QUESTION).toArray(Question[]::new)))
        .hasSize(3)
        .containsOnly(RIGHT);
    assertThat(good.log())
        .containsExactly("hello", "write", "open", "read", "read", "read", "close");
    good.close();
    await(() -> good.log().contains("end"), "the end of standard input");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "crash      | ended with exit code 3 (its standard error ends: out of cheese)",
        "partial    | ended with exit code 0 within the line '{\"id\":",
        "closed     | closed its standard output",
        "text       | no JSON: 'Loading the model...'",
        "array      | no JSON object: '[1,2]'",
        "two        | no JSON",
        "wrong-id   | the id 99999, which nobody waits for",
        "no-id      | the id missing",
        "not-utf8   | no UTF-8",
        "long       | a line of more than 64 MiB",
        "error      | with an error: no such \ufffd[31mreader",
        "empty      | without an object 'answer'",
        "bad-finish | 'finish' is 'tired'",
        "bad-usage  | 'tokens_in' is -1",
      })
  void whatIsNoAnswerFailsAndIsNamed(String fault, String named) {
    Faulty bad = faulty(fault, "read");

    assertThatThrownBy(() -> bad.read(Faulty.QUESTION))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(named)
        .hasMessageContaining("read");
  }

  @Test
  void aRequestThatTakesTooLongEndsTheProcessWithItsChildren() {
    Faulty slow = faulty("hang", "read", "timeout", "700ms");

    assertThatThrownBy(() -> slow.read(Faulty.QUESTION))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'read'")
        .hasMessageContaining("within 700 ms")
        .hasMessageContaining("waiting for a sign");
    await(() -> !Faulty.runs(slow.starts().get(0)), "the end of the process");
    assertThat(slow.lines("children")).hasSize(1);
    await(() -> !Faulty.runs(slow.lines("children").get(0)), "the end of its child");
  }

  @Test
  void afterATimeOutTheNextRequestGetsAFreshProcess() {
    Faulty slow = faulty("hang", "read", "timeout", "700ms", "restarts", "0");

    assertThatThrownBy(() -> slow.read(Faulty.QUESTION)).isInstanceOf(ServiceException.class);
    slow.write();

    assertThat(slow.starts()).hasSize(2);
  }

  @Test
  void aProcessThatCrashedIsStartedAgainAndTheStoreIsOpenedAgain() {
    Faulty flaky = faulty("crash-once", "read");

    assertThat(flaky.read(Faulty.QUESTION, Faulty.QUESTION)).containsOnly(RIGHT);

    assertThat(flaky.log())
        .containsExactly(
            "hello", "write", "open", "read", "hello", "open", "read", "read", "close");
  }

  @Test
  void aProcessIsStartedAgainNoMoreOftenThanAllowed() {
    Faulty never = faulty("crash", "read", "restarts", "2");

    assertThatThrownBy(() -> never.read(Faulty.QUESTION)).hasMessageContaining("tried 3 times");
    assertThat(never.starts()).hasSize(3);

    Faulty once = faulty("crash", "read", "restarts", "0");
    assertThatThrownBy(() -> once.read(Faulty.QUESTION)).hasMessageContaining("tried once");
    assertThat(once.starts()).hasSize(4);
  }

  @Test
  void aCrashInAWriteLeavesNoStore() {
    Faulty bad = faulty("crash", "write", "restarts", "0");

    assertThatThrownBy(bad::write).hasMessageContaining("'write'").hasMessageContaining("code 3");
  }

  @Test
  void whatAFailedWriteLeftBehindIsNoPartOfTheStore() {
    Path files = StoreCard.files(faulty("litter", "write").write().content());

    assertThat(files).isDirectoryContaining("glob:**/whole");
    assertThat(files).isDirectoryNotContaining("glob:**/half");
  }

  @Test
  void aFloodOnStandardErrorIsReadAndItsEndIsKept() {
    Faulty loud = faulty("flood", "read", "timeout", "20s");

    assertThatThrownBy(() -> loud.read(Faulty.QUESTION))
        .hasMessageContaining("exit code 4")
        .hasMessageContaining("the end of the flood")
        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(1000));
  }

  @Test
  void aSlowStartIsWaitedFor() {
    assertThat(faulty("slow-start", "none").read(Faulty.QUESTION)).containsExactly(RIGHT);
  }

  @Test
  void aLongRequestThatNobodyReadsFailsInTime() {
    Faulty deaf = faulty("deaf", "write", "timeout", "700ms");
    Question longer = new Question("why ".repeat(100_000));

    assertThatThrownBy(deaf::write).hasMessageContaining("'write' within 700 ms");
    Faulty later = faulty("deaf", "open", "timeout", "700ms");
    assertThatThrownBy(() -> later.read(longer)).hasMessageContaining("'open' within 700 ms");
    Faulty last = faulty("deaf", "read", "timeout", "700ms", "processes", "1");
    assertThatThrownBy(() -> last.read(Faulty.QUESTION, longer))
        .hasMessageContaining("'read' within 700 ms");
  }

  @Test
  void aProcessEndsWithTheOneThatStartedIt() throws Exception {
    faulty("none", "none").write();
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LeftOpen.class.getName(),
                "sh '%s' hang read '%s'".formatted(Faulty.script(), state))
            .inheritIO()
            .start();

    assertThat(java.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(memory.orElseThrow().starts()).hasSize(2);
    assertThat(memory.orElseThrow().log()).contains("end");
  }

  @Test
  void anAnswerThatWasCutOffSaysSo() {
    Reply reply = new Reply("QX77", FinishReason.LENGTH, new Usage(12, 3));

    assertThat(faulty("cut-off", "read").read(Faulty.QUESTION))
        .containsExactly(new Answered(reply, Optional.empty()));
  }

  @Test
  void whatACapabilityPromisesMustCome() {
    Faulty bad = faulty("promises", "read");

    assertThatThrownBy(() -> bad.read(Faulty.QUESTION))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("without 'items'");
  }

  @Test
  void anItemThatWasNeverListedCannotComeBack() {
    Faulty bad = faulty("lists", "read");

    assertThatThrownBy(() -> bad.read(Faulty.QUESTION))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'never listed'");
  }

  @Test
  void aStoreThatIsNowhereIsRefused() {
    Faulty bad = faulty("no-file", "write");

    assertThatThrownBy(bad::write)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("wrote no file")
        .hasMessageContaining("named no 'store'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocol           | protocol version 2",
        "no-protocol        | 'protocol' is \"one\"",
        "nothing            | without 'write'",
        "no-write           | without 'write'",
        "no-way-to-read     | neither 'answer' nor 'retrieve'",
        "unknown-capability | telepathy",
      })
  void preflightNamesWhatNoTestCanBeMadeWith(String fault, String named) {
    List<Problem> problems = faulty(fault, "none").format().preflight();

    assertThat(problems).singleElement().satisfies(p -> assertThat(p.what()).contains(named));
    assertThat(problems.get(0).remedy()).isNotBlank();
  }

  @Test
  void preflightNamesAProcessThatEndsAtOnce() {
    assertThat(faulty("crash", "hello").format().preflight())
        .singleElement()
        .satisfies(p -> assertThat(p.what()).contains("exit code 3").contains("out of cheese"));
  }

  @Test
  void anotherVersionThanWantedIsAProblem() {
    assertThat(faulty("none", "none", "version", "7").format().preflight())
        .singleElement()
        .satisfies(p -> assertThat(p.what()).contains("'1'").contains("'7'"));
  }

  @Test
  void aMemoryThatChangesInMidRunStopsTheRun() {
    Faulty changing = faulty("other-version", "none");
    changing.write();
    ProcessHandle.of(Long.parseLong(changing.starts().get(0)))
        .ifPresent(ProcessHandle::destroyForcibly);

    assertThatThrownBy(() -> readWhateverIsLeft(changing))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("version=1")
        .hasMessageContaining("version=2");
  }

  private static void readWhateverIsLeft(Faulty changing) {
    changing.format().confirm();
    changing.write();
  }

  @Test
  void aConfirmedMemoryIsTheSame() {
    Faulty good = faulty("none", "none");
    good.write();

    good.format().confirm();

    assertThat(good.log()).containsExactly("hello", "write", "hello");
  }

  @Test
  void severalProcessesWorkSideBySideAndNoneIsShared() {
    Faulty wide = faulty("none", "none", "processes", "3");
    Question[] questions = Collections.nCopies(40, Faulty.QUESTION).toArray(Question[]::new);

    assertThat(wide.read(questions)).hasSize(40).containsOnly(RIGHT);

    assertThat(wide.starts()).hasSizeBetween(2, 3);
    assertThat(wide.log()).filteredOn("read"::equals).hasSize(40);
    assertThat(wide.log()).filteredOn("open"::equals).hasSize(wide.starts().size());
  }

  @Test
  void aMemoryThatDeclaresItGetsSeveralRequestsAtOnceAndAnswersInItsOwnOrder() {
    Faulty shared = faulty("parallel", "none");
    Question[] questions = Collections.nCopies(40, Faulty.QUESTION).toArray(Question[]::new);

    assertThat(shared.read(questions)).hasSize(40).containsOnly(RIGHT);

    assertThat(shared.starts()).hasSize(1);
    assertThat(shared.log()).filteredOn("open"::equals).hasSize(1);
  }

  private static void await(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited 10 s for " + what);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
