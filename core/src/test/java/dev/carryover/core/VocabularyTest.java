package dev.carryover.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Observation.Failed;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Plan.Rule;
import dev.carryover.core.RetrievalTrace.EvidenceFate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the records refuse, and that they cannot be changed. */
class VocabularyTest {
  private static final EvidenceFate KEPT = new EvidenceFate("e1", true, OptionalInt.of(1));

  @Test
  void aHistoryHoldsAnEventIdOnce() {
    refused(
        () -> new History("h", List.of(event("e1"), event("e2"), event("e1"))),
        "history 'h' holds two events with the id 'e1'");
  }

  @Test
  void aHistoryMayBeEmptyAndFindsItsEvents() {
    assertThat(new History("h", List.of()).events()).isEmpty();
    assertThat(new History("h", List.of()).textBytes()).isZero();
    History history =
        new History(
            "h", List.of(event("e1"), new Event("e2", Optional.empty(), "", "né \uD83D\uDE80")));
    assertThat(history.event("e2")).contains(history.events().get(1));
    assertThat(history.event("e3")).isEmpty();
    assertThat(history.textBytes()).isEqualTo(4 + 2 + 1 + 1 + 4);
  }

  @Test
  void anEventWithoutASpeakerIsItsText() {
    assertThat(new Event("e", Optional.empty(), "", "hello").asLine()).isEqualTo("hello");
    assertThat(new Event("e", Optional.empty(), "Ann", "hello").asLine()).isEqualTo("Ann: hello");
    assertThat(new Event("e", Optional.empty(), "Ann", "").asLine()).isEqualTo("Ann: ");
  }

  @Test
  void aHistoryIsAskedAProbeIdOnce() {
    refused(
        () -> new ProbedHistory(history(), List.of(probe("p1"), probe("p2"), probe("p1"))),
        "history 'h' has two probes with the id 'p1'");
  }

  @Test
  void evidenceIsInTheHistory() {
    refused(
        () -> new ProbedHistory(history(), List.of(probe("p1", "e1"), probe("p2", "e1", "e9"))),
        "probe 'p2' of history 'h' names the event 'e9', which is not there");
    assertThat(new ProbedHistory(history(), List.of(probe("p1", "e1", "e2"))).probes()).hasSize(1);
    assertThat(new ProbedHistory(history(), List.of()).probes()).isEmpty();
  }

  @Test
  void aProbeNamesAnEvidenceEventOnce() {
    refused(() -> probe("p1", "e1", "e2", "e1"), "probe 'p1' names an evidence event twice");
  }

  @Test
  void onlyACodeCanBeMatchedExactly() {
    Answer.Code code = new Answer.Code("QX-7714");

    assertThat(answered(code).code()).contains(code);
    assertThat(answered(new Answer.FreeText("in spring")).code()).isEmpty();
    assertThat(probe("p").code()).isEmpty();
  }

  @Test
  void anObservationIsScoredOnSomething() {
    refused(() -> new Scored(Optional.empty(), Optional.empty()), "scored on nothing");
    assertThat(new Failed("x").scored()).isEmpty();
    assertThat(new Unscored("x").scored()).isEmpty();
    Scored scored = new Scored(Optional.of(AnswerMark.EMPTY), Optional.empty());
    assertThat(scored.scored()).contains(scored);
    assertThat(scored.mark()).contains(AnswerMark.EMPTY);
    FreeTextScore words = new FreeTextScore(AnswerMark.OTHER_WORDS, 0.5);
    assertThat(new Scored(Optional.empty(), Optional.of(words), Optional.empty()).mark())
        .contains(AnswerMark.OTHER_WORDS);
  }

  @Test
  void aTraceHasEvidenceAndRanksFromOne() {
    refused(
        () -> new RetrievalTrace(List.of(), true, OptionalInt.empty(), 3), "no evidence to trace");
    refused(() -> new EvidenceFate("e", true, OptionalInt.of(0)), "rank 0");
    refused(() -> new RetrievalTrace(List.of(KEPT), true, OptionalInt.of(-1), 3), "rank -1");
    refused(
        () -> new RetrievalTrace(List.of(KEPT), true, OptionalInt.empty(), -1),
        "store of -1 items");
  }

  @Test
  void countsAndTimesAreNotNegative() {
    refused(() -> new Usage(-1, 0), "negative token count");
    refused(() -> new RepairPrice(-1, Usage.NONE, 0), "-1 calls");
    refused(() -> new RepairPrice(0, Usage.NONE, -2), "-2 embedded texts");
    refused(() -> new RewriteReach(2, 3, 0), "of 2 parts 3 rewritten");
    refused(() -> new RewriteReach(2, 1, 2), "of which 2 lost");
    refused(() -> new Usage(0, -1), "negative token count");
    refused(
        () -> new Observation("c", "p", "f", new Failed("x"), Optional.empty(), List.of(), -1),
        "latency of -1");
  }

  @Test
  void anEmbedderIsKnownByItsCanaries() {
    List<float[]> canaries = canaries(0.5f);

    EmbedderIdentity identity = EmbedderIdentity.of("minilm", canaries);

    assertThat(identity.dimension()).isEqualTo(3);
    assertThat(identity.fingerprint()).matches("[0-9a-f]{16}");
    assertThat(EmbedderIdentity.of("minilm", canaries(0.5f))).isEqualTo(identity);
    assertThat(EmbedderIdentity.of("minilm", canaries(Math.nextUp(0.5f))).fingerprint())
        .isNotEqualTo(identity.fingerprint());
    refused(
        () -> EmbedderIdentity.of("minilm", canaries.subList(1, canaries.size())),
        "returned 11 vectors for 12 canary texts");
    refused(() -> new EmbedderIdentity("minilm", 0, "ab"), "'minilm' has dimension 0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
  void aMarginIsAFraction(double margin) {
    refused(() -> new Rule("inherited", List.of("before"), margin, 0), "margin is " + margin);
  }

  @Test
  void aPlanFindsItsTreatments() {
    PlannedTreatment inherited =
        new PlannedTreatment("rag", Plan.OLD_TO_NEW, "inherited", Optional.empty());
    Plan plan =
        new Plan(
            List.of("h"),
            List.of(),
            List.of(
                new PlannedTreatment("rag", Plan.NEW_TO_OLD, "inherited", Optional.empty()),
                inherited),
            new Rule("inherited", List.of("before"), 0.05, 0),
            7);

    assertThat(plan.treatment("rag", Plan.OLD_TO_NEW, "inherited")).contains(inherited);
    assertThat(plan.treatment("rag", Plan.OLD_TO_NEW, "own")).isEmpty();
    assertThat(plan.treatment("notes", Plan.OLD_TO_NEW, "inherited")).isEmpty();
    assertThat(inherited.id()).isEqualTo("rag/old-to-new/inherited");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
  void noNameIsBlank(String blank) {
    refused(() -> new History(blank, List.of()), "history id is blank");
    refused(() -> event(blank), "event id is blank");
    refused(() -> Evidence.of(blank), "evidence event id is blank");
    refused(() -> probe(blank), "probe id is blank");
    refused(
        () -> new Probe("p", blank, new Question("?"), Optional.empty(), List.of()),
        "probe family is blank");
    refused(() -> new Question(blank), "question is blank");
    refused(() -> new Answer.Code(blank), "answer code is blank");
    refused(() -> new Answer.FreeText(blank), "answer is blank");
    refused(() -> new Failed(blank), "reason is blank");
    refused(() -> new Unscored(blank), "reason is blank");
    refused(() -> new EvidenceFate(blank, true, OptionalInt.empty()), "evidence event id is blank");
    refused(() -> new StoredItem(blank, "text", List.of()), "item id is blank");
    refused(() -> new StoredItem.Source(blank, true), "source event id is blank");
    refused(() -> ModelIdentity.builtIn(blank, "1"), "model name is blank");
    refused(() -> new EmbedderIdentity(blank, 3, "ab"), "embedder name is blank");
    refused(() -> new StoreManifest.Ancestor("ab", blank), "ancestor method is blank");
    refused(() -> new Rule(blank, List.of(), 0.05, 0), "rollout is blank");
  }

  @Test
  void aRecordKeepsWhatItWasGiven() {
    List<Event> events = new ArrayList<>(List.of(event("e1")));
    List<Evidence> evidence = new ArrayList<>(List.of(Evidence.of("e1")));
    List<String> retrieved = new ArrayList<>(List.of("c1"));
    Map<String, String> settings = new TreeMap<>(Map.of("k", "8"));
    History history = new History("h", events);
    Probe probe = new Probe("p", "direct", new Question("?"), Optional.empty(), evidence);
    Observation observation =
        new Observation("c", "p", "f", new Failed("x"), Optional.empty(), retrieved, 0);
    StoreManifest.Description description =
        new StoreManifest.Description(
            "rag", "h", Optional.empty(), List.of(), new TreeMap<>(settings), 1, Optional.empty());
    for (List<?> list : List.of(events, evidence, retrieved)) {
      list.clear();
    }

    assertThat(history.events()).hasSize(1);
    assertThat(probe.evidence()).hasSize(1);
    assertThat(observation.retrieved()).containsExactly("c1");
    assertThat(description.settings()).isEqualTo(settings);
    assertThatThrownBy(() -> history.events().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> description.settings().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static void refused(ThrowingCallable making, String message) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static Event event(String id) {
    return new Event(id, Optional.empty(), "Ann", "text");
  }

  private static History history() {
    return new History("h", List.of(event("e1"), event("e2")));
  }

  private static Probe probe(String id, String... evidence) {
    return new Probe(
        id,
        "direct",
        new Question("?"),
        Optional.empty(),
        List.of(evidence).stream().map(Evidence::of).toList());
  }

  private static Probe answered(Answer answer) {
    return new Probe("p", "direct", new Question("?"), Optional.of(answer), List.of());
  }

  private static List<float[]> canaries(float last) {
    List<float[]> vectors =
        new ArrayList<>(
            Collections.nCopies(
                EmbedderIdentity.CANARY_TEXTS.size() - 1, new float[] {0.1f, 0.2f, 0.3f}));
    vectors.add(new float[] {0.1f, 0.2f, last});
    return vectors;
  }
}
