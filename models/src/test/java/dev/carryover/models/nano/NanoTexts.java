package dev.carryover.models.nano;

import dev.carryover.core.Event;
import dev.carryover.core.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A page in the language of the nano models. */
final class NanoTexts {
  /** Eight facts about four people, so that no name and no attribute alone tells which is meant. */
  static final List<String> FACTS =
      List.of(
          "the badge of Baban is A22S .",
          "Baban has locker B33T .",
          "Dovin has badge C44U .",
          "the locker of Dovin is D55V .",
          "for Gefon the seat is E66W .",
          "Gefon has vault F77X .",
          "note : Kipun seat = G88Y .",
          "the vault of Kipun is H92Z .");

  /** A question for each of the facts. */
  static final List<Question> QUESTIONS =
      List.of(
          new Question("? badge of Baban"),
          new Question("? Baban locker"),
          new Question("? badge of Dovin"),
          new Question("? Dovin locker"),
          new Question("? seat of Gefon"),
          new Question("? vault of Gefon"),
          new Question("? seat of Kipun"),
          new Question("? Kipun vault"));

  /** The codes of the facts. */
  static final List<String> CODES =
      List.of("A22S", "B33T", "C44U", "D55V", "E66W", "F77X", "G88Y", "H92Z");

  private NanoTexts() {}

  /** Sentences as events. */
  static List<Event> events(List<String> sentences) {
    List<Event> events = new ArrayList<>();
    for (String sentence : sentences) {
      events.add(new Event("e" + events.size(), Optional.empty(), "", sentence));
    }
    return events;
  }
}
