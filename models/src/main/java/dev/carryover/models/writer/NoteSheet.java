package dev.carryover.models.writer;

import dev.carryover.core.Event;
import dev.carryover.models.text.Utterance;
import dev.carryover.models.text.Utterances;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Notes under a byte budget: a list with a line an event, in order. Where all fits, a line is
 * {@code - [time] speaker: text}. Else it holds the chosen sentences, the speaker only where they
 * are about them, and the day only where it is another than the line's before.
 */
final class NoteSheet {
  private static final int MOST_TOPPED_UP = 32;
  private static final Pattern ISO_TIME =
      Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[T ]\\d{2}:\\d{2}.*");
  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");

  private final List<Event> events;
  private final List<Utterance> sentences = new ArrayList<>();
  private final List<Integer> eventOf = new ArrayList<>();
  private final int maxBytes;

  NoteSheet(List<Event> events, int maxBytes) {
    this.events = events;
    this.maxBytes = maxBytes;
    for (int i = 0; i < events.size(); i++) {
      for (Utterance sentence : Utterances.ofEvent(events.get(i))) {
        sentences.add(sentence);
        eventOf.add(i);
      }
    }
  }

  /** All the events, or nothing where they do not fit. */
  Optional<String> whole() {
    StringBuilder notes = new StringBuilder();
    for (Event event : events) {
      String text = LINE_BREAK.matcher(event.text().strip()).replaceAll(" ");
      if (!text.isEmpty()) {
        String time = event.time().map(t -> "[" + t + "] ").orElse("");
        String speaker = event.speaker().isEmpty() ? "" : event.speaker() + ": ";
        notes.append("- ").append(time).append(speaker).append(text).append('\n');
      }
    }
    return fits(notes.toString()) ? Optional.of(notes.toString()) : Optional.empty();
  }

  /** As many sentences as fit, the most salient first; empty where none fits. */
  String chosenBy(Salience salience) {
    List<Integer> ranking = ranking(salience);
    int least = 0;
    int most = ranking.size();
    while (least < most) {
      int middle = (least + most + 1) / 2;
      if (fits(lines(chosen(ranking.subList(0, middle))))) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    BitSet chosen = chosen(ranking.subList(0, least));
    topUp(chosen, ranking.subList(least, Math.min(ranking.size(), least + MOST_TOPPED_UP)));
    return lines(chosen);
  }

  /** The ranking without sentences that fit by no means, so that none stands in the way. */
  private List<Integer> ranking(Salience salience) {
    List<Integer> possible = new ArrayList<>();
    for (int i = 0; i < sentences.size(); i++) {
      if (fits(lines(chosen(List.of(i))))) {
        possible.add(i);
      }
    }
    return salience.ranking(possible.stream().map(sentences::get).toList(), maxBytes).stream()
        .map(possible::get)
        .toList();
  }

  private void topUp(BitSet chosen, List<Integer> rest) {
    for (int sentence : rest) {
      chosen.set(sentence);
      if (!fits(lines(chosen))) {
        chosen.clear(sentence);
      }
    }
  }

  private static BitSet chosen(List<Integer> sentences) {
    BitSet chosen = new BitSet();
    sentences.forEach(chosen::set);
    return chosen;
  }

  private String lines(BitSet chosen) {
    StringBuilder notes = new StringBuilder();
    Optional<String> before = Optional.empty();
    int at = chosen.nextSetBit(0);
    while (at >= 0) {
      int event = eventOf.get(at);
      List<Utterance> together = new ArrayList<>();
      while (at >= 0 && eventOf.get(at) == event) {
        together.add(sentences.get(at));
        at = chosen.nextSetBit(at + 1);
      }
      Optional<String> day = events.get(event).time().map(NoteSheet::day);
      notes.append("- ");
      if (day.isPresent() && !day.equals(before)) {
        notes.append('[').append(day.get()).append("] ");
        before = day;
      }
      notes.append(Utterance.standalone(events.get(event).speaker(), together)).append('\n');
    }
    return notes.toString();
  }

  /** The day of a point in time in ISO 8601; any other as it is. */
  private static String day(String time) {
    var iso = ISO_TIME.matcher(time);
    return iso.matches() ? iso.group(1) : time;
  }

  private boolean fits(String notes) {
    return notes.getBytes(StandardCharsets.UTF_8).length <= maxBytes;
  }
}
