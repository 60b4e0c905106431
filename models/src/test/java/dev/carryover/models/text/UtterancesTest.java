package dev.carryover.models.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class UtterancesTest {
  private static List<String> texts(String passage) {
    return Utterances.ofPassage(passage).stream().map(Utterance::text).toList();
  }

  @Test
  void sentencesEndAtMarksBeforeASpace() {
    assertThat(texts("Dr. A. Beck left. See v1.2 now! Really? \"Yes.\" Done"))
        .containsExactly("Dr. A. Beck left.", "See v1.2 now!", "Really?", "\"Yes.\"", "Done");
  }

  @Test
  void aLineOfATranscriptGivesItsTimeAndItsSpeaker() {
    assertThat(
            Utterances.ofPassage("[2025-04-07]\nIda: It rains.\n- [2025-04-08] Front desk: Come."))
        .containsExactly(
            new Utterance(Optional.of("2025-04-07"), "Ida", "It rains."),
            new Utterance(Optional.of("2025-04-08"), "Front desk", "Come."));
  }

  @Test
  void aSpeakerStandsBeforeASentenceAboutThemOnly() {
    assertThat(new Utterance(Optional.empty(), "Ida", "My desk is D-11.").standalone())
        .isEqualTo("Ida: My desk is D-11.");
    assertThat(new Utterance(Optional.empty(), "Ida", "It rains.").standalone())
        .isEqualTo("It rains.");
  }

  @Test
  void whatIsTooLongIsCutBetweenWords() {
    String word = "Donaudampfschiff-4711";
    List<String> pieces = texts((word + " ").repeat(100) + "x".repeat(5_000));

    assertThat(pieces).hasSizeGreaterThan(5);
    assertThat(String.join(" ", pieces).split(" ")).filteredOn(word::equals).hasSize(100);
    assertThat(pieces.subList(0, 5)).allMatch(piece -> piece.length() <= 400);
  }

  @Test
  void nothingSaidIsNothing() {
    assertThat(texts("")).isEmpty();
    assertThat(texts(" \n\t\r\n - ")).isEmpty();
    assertThat(Utterances.ofEvent(new Event("m1", Optional.empty(), "Ida", ""))).isEmpty();
    assertThatThrownBy(() -> new Utterance(Optional.empty(), "", " "))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
