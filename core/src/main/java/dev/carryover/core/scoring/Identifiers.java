package dev.carryover.core.scoring;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells the identifiers of a text: its codes, and its names. A name is a capitalised word that the
 * texts around it nowhere write in lower case. The rule is ours: the papers count identifiers and
 * evidence that a text kept, and do not say how.
 */
public final class Identifiers {
  private static final Pattern CAPITALISED = Pattern.compile("(?<!\\p{L})\\p{Lu}\\p{L}+");
  private static final Pattern LETTERS = Pattern.compile("\\p{L}+");

  private final Set<String> lowerCase;

  private Identifiers(Set<String> lowerCase) {
    this.lowerCase = lowerCase;
  }

  /** The rule among these texts, which tell names from other words. */
  public static Identifiers among(Stream<String> texts) {
    return new Identifiers(
        texts
            .flatMap(text -> LETTERS.matcher(text).results())
            .map(MatchResult::group)
            .filter(word -> word.equals(lower(word)))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** The names in a text, in lower case; a code is none. */
  public Set<String> names(String text) {
    String bare = text;
    for (String code : ExactCodeScoring.codesIn(text)) {
      bare = bare.replace(code, " ");
    }
    return CAPITALISED
        .matcher(bare)
        .results()
        .map(result -> lower(result.group()))
        .filter(word -> !lowerCase.contains(word))
        .collect(Collectors.toSet());
  }

  /**
   * The identifiers of a text that another lacks, sorted: codes to the letter, names in any case.
   */
  public List<String> lost(String text, String other) {
    Set<String> lost = new HashSet<>(ExactCodeScoring.codesIn(text));
    lost.removeAll(ExactCodeScoring.codesIn(other));
    Set<String> names = names(text);
    names.removeAll(words(other));
    lost.addAll(names);
    return lost.stream().sorted().toList();
  }

  /** All words of letters in a text, in lower case. */
  public static Set<String> words(String text) {
    return LETTERS
        .matcher(text)
        .results()
        .map(result -> lower(result.group()))
        .collect(Collectors.toSet());
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
