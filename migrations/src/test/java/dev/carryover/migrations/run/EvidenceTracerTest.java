package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Evidence;
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
import org.junit.jupiter.api.Test;

/** What became of the evidence, told from the items that came back. */
class EvidenceTracerTest {
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
  void aStoreThatNamesNoEventsCannotBeTraced() {
    assertThat(tracer(item("a"), item("b")).canTrace(probe("e1"))).isFalse();
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

  private static EvidenceTracer tracer(StoredItem... items) {
    return new EvidenceTracer(List.of(items));
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
