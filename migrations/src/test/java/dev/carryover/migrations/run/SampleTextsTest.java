package dev.carryover.migrations.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.spi.HistorySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampleTextsTest {
  @Test
  void noTextOrQuestionOfTheHistoryItselfIsInItsSample() {
    List<ProbedHistory> histories =
        HistorySpec.parse("synthetic:nano?count=4&seed=7").load(false).histories();
    SampleTexts samples = new SampleTexts(histories, 7);

    for (ProbedHistory probed : histories) {
      List<String> sample = samples.besides(probed.history(), 2_000);
      assertThat(sample).isNotEmpty().doesNotHaveDuplicates();
      for (Event event : probed.history().events()) {
        assertThat(sample)
            .noneMatch(text -> text.equals(event.text()) || text.endsWith(": " + event.text()));
      }
      for (Probe probe : probed.probes()) {
        assertThat(sample).doesNotContain(probe.question().text());
      }
    }
  }

  @Test
  void whoSaidItAndItsCaseAndBlanksMakeNoDifference() {
    ProbedHistory own = history("own", List.of("Ana: The kite is red."), "Where is Bo?");
    ProbedHistory other =
        history(
            "other",
            List.of("Bo: the  KITE is red. ", "Bo: The kite is blue.", "Cy: where is Bo?", "Cy: "),
            "What?");

    SampleTexts samples = new SampleTexts(List.of(own, other), 7);

    assertThat(samples.besides(own.history(), 10)).containsExactly("Bo: The kite is blue.");
    assertThat(samples.besides(other.history(), 10)).isEmpty();
  }

  @Test
  void theOrderIsSeededAndASmallerSampleBeginsALargerOne() {
    List<ProbedHistory> histories =
        HistorySpec.parse("synthetic:nano?count=3&seed=7").load(false).histories();
    History first = histories.get(0).history();
    List<String> sample = new SampleTexts(histories, 7).besides(first, 20);

    assertThat(new SampleTexts(histories, 7).besides(first, 20)).isEqualTo(sample).hasSize(20);
    assertThat(new SampleTexts(histories, 7).besides(first, 5)).isEqualTo(sample.subList(0, 5));
    assertThat(new SampleTexts(histories, 8).besides(first, 20)).isNotEqualTo(sample);
  }

  @Test
  void longTextsAreCutToAboutAChunk() {
    ProbedHistory own = history("own", List.of("Ana: hello"), "Who?");
    ProbedHistory other = history("other", List.of("Bo: " + "\ud83d\ude80".repeat(900)), "Who?");

    String text = new SampleTexts(List.of(own, other), 7).besides(own.history(), 1).get(0);

    assertThat(text.codePointCount(0, text.length())).isEqualTo(512);
  }

  private static ProbedHistory history(String id, List<String> lines, String question) {
    List<Event> events = new ArrayList<>();
    for (String line : lines) {
      String[] parts = line.split(": ", 2);
      events.add(new Event("e" + events.size(), Optional.empty(), parts[0], parts[1]));
    }
    Probe probe = new Probe("p", "direct", new Question(question), Optional.empty(), List.of());
    return new ProbedHistory(new History(id, events), List.of(probe));
  }
}
