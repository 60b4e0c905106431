package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Cell;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.Question;
import dev.carryover.core.RetrievalTrace;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What became of the evidence, told from the items that came back. */
class EvidenceTracerTest {
  private static final History HISTORY =
      new History(
          "h",
          List.of(
              event("e0", "Mira Holt says: the badge is QX-7714."),
              event("e1", "The badge QX-7714 of Mira became QX-2222. Then Tom left.")));

  @Test
  void anEventComesBackWithTheFirstItemThatHoldsAllOfIt() {
    EvidenceTracer tracer = tracer(item("a", whole("e1")), item("b", whole("e2"), whole("e3")));

    RetrievalTrace trace = tracer.trace(probe("e3"), List.of("x", "a", "b"), true);

    assertThat(trace.evidence()).containsExactly(fate("e3", true, 3));
    assertThat(trace.firstHit()).hasValue(3);
    assertThat(trace.items()).isEqualTo(2);
    assertThat(trace.ranked()).isTrue();
  }

  @Test
  void aSplitEventComesBackWithItsLastPart() {
    EvidenceTracer tracer =
        tracer(item("a", part("e1")), item("b", part("e1")), item("c", whole("e2")));

    assertThat(tracer.trace(probe("e1"), List.of("b", "c", "a"), true).evidence())
        .containsExactly(fate("e1", true, 3));
    assertThat(tracer.trace(probe("e1"), List.of("b", "c", "a"), true).firstHit())
        .as("the first that holds any of it")
        .hasValue(1);
  }

  @Test
  void aSplitEventOfWhichAPartIsMissingIsNotWhole() {
    EvidenceTracer tracer = tracer(item("a", part("e1")), item("b", part("e1")));

    RetrievalTrace trace = tracer.trace(probe("e1"), List.of("b"), true);

    assertThat(trace.evidence()).containsExactly(new EvidenceFate("e1", true, OptionalInt.empty()));
    assertThat(trace.firstHit()).hasValue(1);
  }

  @Test
  void aFragmentIsNoSubstituteForAnItemThatHoldsTheWhole() {
    EvidenceTracer tracer = tracer(item("a", whole("e1")), item("b", part("e1")));

    RetrievalTrace trace = tracer.trace(probe("e1"), List.of("b", "c"), true);

    assertThat(trace.evidence()).containsExactly(new EvidenceFate("e1", true, OptionalInt.empty()));
    assertThat(trace.firstHit()).hasValue(1);
  }

  @Test
  void anItemThatComesBackTwiceCountsOnce() {
    EvidenceTracer tracer = tracer(item("a", part("e1")), item("b", part("e1")));

    assertThat(tracer.trace(probe("e1"), List.of("a", "a"), true).evidence())
        .containsExactly(new EvidenceFate("e1", true, OptionalInt.empty()));
  }

  @Test
  void whatTheStoreDoesNotHoldWasNotKept() {
    EvidenceTracer tracer = tracer(item("a", whole("e1")));

    RetrievalTrace trace = tracer.trace(probe("e1", "e9"), List.of("a"), true);

    assertThat(trace.evidence())
        .containsExactly(fate("e1", true, 1), new EvidenceFate("e9", false, OptionalInt.empty()));
  }

  @Test
  void evidenceKeepsTheProbesOrder() {
    EvidenceTracer tracer = tracer(item("a", whole("e1")), item("b", whole("e2")));

    assertThat(tracer.trace(probe("e2", "e1"), List.of("a", "b"), false).evidence())
        .extracting(EvidenceFate::event)
        .containsExactly("e2", "e1");
    assertThat(tracer.trace(probe("e2"), List.of("a"), false).ranked()).isFalse();
  }

  @Test
  void nothingThatCameBackIsAMiss() {
    RetrievalTrace trace = tracer(item("a", whole("e1"))).trace(probe("e1"), List.of(), true);

    assertThat(trace.firstHit()).isEmpty();
    assertThat(trace.evidence()).containsExactly(new EvidenceFate("e1", true, OptionalInt.empty()));
  }

  @Test
  void aStoreThatNamesNoEventsCannotBeTracedWithoutACode() {
    assertThat(tracer(item("a"), item("b")).canTrace(spans("in the spring"))).isFalse();
    assertThat(tracer().canTrace(probe("e1")))
        .as("an empty memory holds nothing, and that is known")
        .isTrue();
  }

  @Test
  void anEventThatNoItemNamesMayStillBeInAnItemThatNamesNone() {
    EvidenceTracer tracer = tracer(item("a"), item("b", whole("e1")));

    assertThat(tracer.canTrace(probe("e1"))).isTrue();
    assertThat(tracer.canTrace(probe("e1", "e2"))).isFalse();
    assertThat(tracer(item("b", whole("e1"))).canTrace(probe("e2"))).isTrue();
  }

  @Test
  void oneFragmentAloneIsNotTheEvent() {
    RetrievalTrace trace = tracer(item("a", part("e1"))).trace(probe("e1"), List.of("a"), true);

    assertThat(trace.evidence())
        .containsExactly(new EvidenceFate("e1", false, OptionalInt.empty()));
    assertThat(trace.firstHit()).hasValue(1);
  }

  @ParameterizedTest
  @CsvSource({
    "QX-7714, true",
    "badge QX-7714, true",
    "Mira Holt's badge QX-7714, true",
    "The badge of MIRA is QX-7714, true",
    "Tom's badge QX-7714, false",
    "Badge QX-7714, true",
    "QX-7714 then QX-1111, false",
    "QX-771, false",
    "qx-7714, false"
  })
  void notesHoldASpanWhereOneItemHasItsCodesAndNames(String span, boolean kept) {
    EvidenceTracer tracer = notes("Codes", "- mira holt: QX-7714", "- Tom: QX-1111");

    assertThat(tracer.trace(spans(span), List.of(), false).evidence())
        .extracting(EvidenceFate::kept)
        .containsExactly(kept);
  }

  @Test
  void withoutASpanTheCodesOfTheWholeEventTell() {
    assertThat(notes("QX-7714 became QX-2222").trace(probe("e1"), List.of(), false).evidence())
        .containsExactly(new EvidenceFate("e1", true, OptionalInt.empty()));
    assertThat(notes("QX-7714", "QX-2222").trace(probe("e1"), List.of(), false).evidence())
        .as("told in two items")
        .containsExactly(new EvidenceFate("e1", false, OptionalInt.empty()));
  }

  @Test
  void whatHasNoCodeCannotBeTracedInNotes() {
    EvidenceTracer tracer = notes("Mira Holt is also called the Kestrel: QX-7714");

    assertThat(tracer.canTrace(spans("QX-7714"))).isTrue();
    assertThat(tracer.canTrace(spans("Mira Holt is the Kestrel"))).isFalse();
    assertThat(tracer.canTrace(spans("QX-7714", "Mira Holt is the Kestrel"))).isFalse();
    assertThat(tracer.canTrace(spans("on 2021-03-04"))).as("a date is no code").isFalse();
    assertThat(tracer.canTrace(probe("e9"))).as("no such event").isFalse();
  }

  @Test
  void theRankIsThatOfTheFirstItemThatHoldsTheSpan() {
    EvidenceTracer tracer = notes("other", "Mira: QX-7714", "again QX-7714");

    RetrievalTrace trace = tracer.trace(spans("QX-7714"), List.of("n0", "n2", "n1"), true);

    assertThat(trace.evidence()).containsExactly(new EvidenceFate("e0", true, OptionalInt.of(2)));
    assertThat(trace.firstHit()).hasValue(2);
  }

  @Test
  void whereAnItemNamesItsEventsTheTextsTellNothing() {
    EvidenceTracer tracer =
        tracer(new StoredItem("a", "QX-7714", List.of()), item("b", whole("e7")));

    assertThat(tracer.canTrace(spans("QX-7714"))).isFalse();
  }

  @Test
  void aStoreThatNoModelWroteIsNotReadForCodes() {
    EvidenceTracer tracer =
        new EvidenceTracer(
            cell(Cell.NOBODY), HISTORY, List.of(new StoredItem("a", "QX-7714", List.of())));

    assertThat(tracer.canTrace(spans("QX-7714"))).isFalse();
  }

  private static EvidenceTracer tracer(StoredItem... items) {
    return new EvidenceTracer(cell("model"), HISTORY, List.of(items));
  }

  private static Cell cell(String writer) {
    return new Cell(
        "h", "notes", writer, "reader", "-", "-", Cell.AS_WRITTEN, EvidenceMode.NORMAL, 0);
  }

  private static EvidenceTracer notes(String... lines) {
    return tracer(
        IntStream.range(0, lines.length)
            .mapToObj(i -> new StoredItem("n" + i, lines[i], List.of()))
            .toArray(StoredItem[]::new));
  }

  private static Probe spans(String... spans) {
    return new Probe(
        "q",
        "direct",
        new Question("?"),
        Optional.empty(),
        IntStream.range(0, spans.length)
            .mapToObj(i -> new Evidence("e" + i, Optional.of(spans[i])))
            .toList());
  }

  private static Event event(String id, String text) {
    return new Event(id, Optional.empty(), "", text);
  }

  private static StoredItem item(String id, Source... sources) {
    return new StoredItem(id, "text of " + id, List.of(sources));
  }

  private static Source whole(String event) {
    return new Source(event, true);
  }

  private static Source part(String event) {
    return new Source(event, false);
  }

  private static EvidenceFate fate(String event, boolean kept, int rank) {
    return new EvidenceFate(event, kept, OptionalInt.of(rank));
  }

  private static Probe probe(String... evidence) {
    return new Probe(
        "q",
        "direct",
        new Question("?"),
        Optional.empty(),
        Arrays.stream(evidence).map(Evidence::of).toList());
  }
}
