package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.Event;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says, at write time, whether a claim holds all that its event identifies, so that what was left
 * out or garbled in writing counts as lost. Identifiers are an event's words that mix letters and
 * digits, or are four digits and more and no year from 1900 to 2099. A claim is whole if its
 * subject, object and source hold each of them as a word of their own. An event without identifiers
 * is held whole by a claim whose object, and whose subject unless it is {@code rule}, stand in it.
 */
final class Wholeness {
  private static final Pattern YEAR = Pattern.compile("(19|20)\\d\\d");
  private static final Pattern DAY_OR_TIME = Pattern.compile("\\d{1,2}(st|nd|rd|th|am|pm|h|t\\d+)");
  private static final int SHORTEST_NUMBER = 4;

  private Wholeness() {}

  static boolean of(Claim claim, Event event) {
    Set<String> identifiers = identifiers(event.text());
    if (identifiers.isEmpty()) {
      String text = event.text().toLowerCase(Locale.ROOT);
      return stands(claim.object(), text)
          && (claim.subject().equals(Conventions.RULE) || stands(claim.subject(), text));
    }
    Set<String> held = new HashSet<>();
    List.of(claim.subject(), claim.object(), claim.source().orElse(""))
        .forEach(text -> held.addAll(Words.of(text)));
    return held.containsAll(identifiers);
  }

  private static boolean stands(String name, String text) {
    return text.contains(name.strip().toLowerCase(Locale.ROOT));
  }

  private static Set<String> identifiers(String text) {
    Set<String> identifiers = new HashSet<>();
    for (String word : Words.of(text)) {
      if (isIdentifier(word)) {
        identifiers.add(word);
      }
    }
    return identifiers;
  }

  private static boolean isIdentifier(String word) {
    boolean digits = word.chars().anyMatch(Character::isDigit);
    boolean letters = word.chars().anyMatch(Character::isLetter);
    if (digits && letters) {
      return !DAY_OR_TIME.matcher(word).matches();
    }
    return digits && word.length() >= SHORTEST_NUMBER && !YEAR.matcher(word).matches();
  }
}
