package dev.carryover.models.text;

import dev.carryover.core.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts texts into sentences. A line ends a sentence, and so do full stops, exclamation and question
 * marks before a space, but for those of initials and abbreviations. Words are never cut; what is
 * longer than {@value #LONGEST} characters is cut between words.
 */
public final class Utterances {
  private static final int LONGEST = 400;
  private static final int LONGEST_TIME = 48;
  private static final Pattern LIST_MARK = Pattern.compile("^\\s*[-*]\\s+");
  private static final Pattern TIME =
      Pattern.compile("^\\[([^\\]]{1," + LONGEST_TIME + "})\\]\\s*");
  private static final Pattern SPEAKER =
      Pattern.compile("^(\\p{Lu}[\\p{L}'-]*(?: [\\p{L}'-]+){0,2}): +(?=\\S)");
  private static final Pattern END = Pattern.compile("[.!?][\"'\u201d\u2019)]*(?=\\s)");
  private static final Set<String> ABBREVIATIONS =
      Set.of(
          "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "No", "vs", "approx", "e.g", "i.e", "Inc", "Ltd");

  private Utterances() {}

  /**
   * The sentences of a passage: turns of a conversation, a line each, list items or running text. A
   * time in brackets at a line's start holds for the lines after it too.
   */
  public static List<Utterance> ofPassage(String passage) {
    List<Utterance> utterances = new ArrayList<>();
    Optional<String> time = Optional.empty();
    for (String line : passage.split("\\R")) {
      String rest = LIST_MARK.matcher(line).replaceFirst("").strip();
      Matcher stamped = TIME.matcher(rest);
      if (stamped.find()) {
        time = Optional.of(stamped.group(1));
        rest = rest.substring(stamped.end());
      }
      Matcher spoken = SPEAKER.matcher(rest);
      String speaker = spoken.find() ? spoken.group(1) : "";
      add(time, speaker, speaker.isEmpty() ? rest : rest.substring(spoken.end()), utterances);
    }
    return utterances;
  }

  /** The sentences of an event; empty where it says nothing. */
  public static List<Utterance> ofEvent(Event event) {
    List<Utterance> utterances = new ArrayList<>();
    for (String line : event.text().split("\\R")) {
      add(event.time(), event.speaker(), line, utterances);
    }
    return utterances;
  }

  private static void add(
      Optional<String> time, String speaker, String line, List<Utterance> into) {
    int from = 0;
    Matcher ends = END.matcher(line);
    while (ends.find()) {
      if (!abbreviated(line, ends.start())) {
        addPieces(time, speaker, line.substring(from, ends.end()), into);
        from = ends.end();
      }
    }
    addPieces(time, speaker, line.substring(from), into);
  }

  private static boolean abbreviated(String line, int stop) {
    int from = stop;
    while (from > 0 && !Character.isWhitespace(line.charAt(from - 1)) && stop - from < 6) {
      from--;
    }
    String word = line.substring(from, stop);
    boolean initial = word.length() == 1 && Character.isUpperCase(word.charAt(0));
    return line.charAt(stop) == '.' && (initial || ABBREVIATIONS.contains(word));
  }

  private static void addPieces(
      Optional<String> time, String speaker, String sentence, List<Utterance> into) {
    String text = sentence.strip();
    int from = 0;
    while (from < text.length()) {
      int end = text.length() - from <= LONGEST ? text.length() : pieceEnd(text, from);
      into.add(new Utterance(time, speaker, text.substring(from, end)));
      from = end;
      while (from < text.length() && Character.isWhitespace(text.charAt(from))) {
        from++;
      }
    }
  }

  private static int pieceEnd(String text, int from) {
    int end = from + LONGEST;
    while (end > from && !Character.isWhitespace(text.charAt(end))) {
      end--;
    }
    if (end == from) {
      end = from + LONGEST;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
    }
    return end;
  }
}
