package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Answer;
import dev.carryover.core.AnswerMark;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.FreeTextScore;
import dev.carryover.core.History;
import dev.carryover.core.Observation;
import dev.carryover.core.Observation.Scored;
import dev.carryover.core.Observation.Unscored;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.migrations.parts.ListedHistories;
import dev.carryover.migrations.parts.SpeakingReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions whose answers are words: whom they are asked, and how they are marked. */
class FreeTextTest {
  private static final String MIGRATION =
      """
      name: words
      histories: listed:here
      formats: [lc-raw]
      old: {model: %s, embedder: bag-a}
      new: {model: overlap, embedder: bag-a}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void list() {
    ListedHistories.list(IntStream.range(0, 2).mapToObj(FreeTextTest::history).toList());
  }

  @Test
  void aReaderThatAnswersFreelyIsMarkedByItsWords() {
    List<Observation> observations = run("speaking");

    assertThat(of(observations, "speaking", "words"))
        .allSatisfy(
            o -> {
              assertThat(o.reply().map(Reply::text)).contains(SpeakingReader.WORDS);
              Scored scored = o.outcome().scored().orElseThrow();
              assertThat(scored.answer()).isEmpty();
              assertThat(scored.words())
                  .as("in spring in oslo, against last spring in oslo")
                  .contains(new FreeTextScore(AnswerMark.OTHER_WORDS, 0.75));
            });
    assertThat(of(observations, "speaking", "code"))
        .allSatisfy(
            o ->
                assertThat(o.outcome().scored().flatMap(Scored::answer))
                    .contains(AnswerMark.MALFORMED));
    assertThat(of(observations, "speaking", "none"))
        .allSatisfy(o -> assertThat(o.reply()).as("nothing to mark it by").isEmpty());
  }

  @Test
  void aReaderThatOnlyKnowsCodesIsNotAskedForWords() {
    List<Observation> observations = run("speaking");

    assertThat(of(observations, "overlap", "words"))
        .allSatisfy(
            o -> {
              assertThat(o.reply()).isEmpty();
              assertThat(o.outcome().scored().orElseThrow().words()).isEmpty();
            });
    assertThat(of(observations, "overlap", "bare"))
        .allSatisfy(o -> assertThat(o.outcome()).isInstanceOf(Unscored.class));
  }

  private List<Observation> run(String old) {
    Path out = folder.resolve("run");
    GateRuns.run(MIGRATION.formatted(old), out);
    return GateRuns.observations(out);
  }

  private static List<Observation> of(List<Observation> observations, String reader, String probe) {
    List<Observation> found =
        observations.stream()
            .filter(o -> o.probe().equals(probe) && o.cell().contains("reader=" + reader))
            .toList();
    assertThat(found).isNotEmpty();
    return found;
  }

  private static ProbedHistory history(int place) {
    History history =
        new History(
            "h" + place,
            List.of(new Event("e", Optional.empty(), "Ann", "The badge code is QX-771" + place)));
    return new ProbedHistory(
        history,
        List.of(
            probe("code", Optional.of(new Answer.Code("QX-771" + place)), true),
            probe("words", Optional.of(new Answer.FreeText("Last spring, in Oslo")), true),
            probe("bare", Optional.of(new Answer.FreeText("Last spring, in Oslo")), false),
            probe("none", Optional.empty(), true)));
  }

  private static Probe probe(String id, Optional<Answer> answer, boolean evidence) {
    return new Probe(
        id,
        "direct",
        new Question("What is the " + id + "?"),
        answer,
        evidence ? List.of(Evidence.of("e")) : List.of());
  }
}
