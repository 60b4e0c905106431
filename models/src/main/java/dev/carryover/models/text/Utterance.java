package dev.carryover.models.text;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A sentence of a text as written, with who said it and when.
 *
 * @param time as the text writes it; absent where it does not
 * @param speaker empty where nobody is named
 * @param text one sentence, or a piece of one that is too long; never blank
 */
public record Utterance(Optional<String> time, String speaker, String text) {
  private static final Pattern FIRST_PERSON =
      Pattern.compile("\\b(?:i|me|my|mine|we|us|our|ours)\\b", Pattern.CASE_INSENSITIVE);

  public Utterance {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(speaker, "speaker");
    if (text.isBlank()) {
      throw new IllegalArgumentException("an utterance says nothing");
    }
  }

  /** Whether it is about who says it, so that it means nothing without the speaker. */
  public boolean firstPerson() {
    return FIRST_PERSON.matcher(text).find();
  }

  /** The sentence as it can stand alone: with its speaker where it is about them. */
  public String standalone() {
    return standalone(speaker, List.of(this));
  }

  /** Sentences of one speaker in one line, the speaker before them where one is about them. */
  public static String standalone(String speaker, List<Utterance> sentences) {
    boolean own = !speaker.isEmpty() && sentences.stream().anyMatch(Utterance::firstPerson);
    String said = String.join(" ", sentences.stream().map(Utterance::text).toList());
    return own ? speaker + ": " + said : said;
  }
}
