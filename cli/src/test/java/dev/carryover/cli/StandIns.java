package dev.carryover.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Stand-ins for language models: what they say is a function of the prompt's text. They read nano
 * histories by shared words, copy events into notes and claims, and each overlooks other events.
 */
final class StandIns {
  private static final Pattern ITEMS =
      Pattern.compile("(?s)<(notes|events) [0-9a-f]+>\\n(.*?)</\\1 [0-9a-f]+>");
  private static final Pattern CODE = Pattern.compile("\\b[A-Z]\\d\\d[A-Z]\\b");
  private static final Pattern NAME = Pattern.compile("\\b[A-Z][a-z]+\\b");
  private static final Pattern RELATION = Pattern.compile("(?m)^- ([a-z-]+): ");
  private static final int NAME_WEIGHT = 3;

  private StandIns() {}

  /**
   * A model that overlooks the events for which {@code hash % every == 0} when it writes; none
   * where that is 0.
   */
  static UnaryOperator<String> overlooking(int every) {
    return prompt -> {
      if (prompt.endsWith("\nA:")) {
        return answer(prompt);
      }
      if (prompt.endsWith("\nNotes:")) {
        return items(prompt).stream()
            .filter(item -> every == 0 || Math.floorMod(item.hashCode(), every) != 0)
            .map(item -> "- " + item)
            .collect(Collectors.joining("\n"));
      }
      return prompt.endsWith("\nClaims:") ? claims(prompt) : "five, six";
    };
  }

  /**
   * The code of the item that shares most with the question; the last of several, or the first one.
   */
  private static String answer(String prompt) {
    String question = prompt.substring(prompt.lastIndexOf("\nQ: ") + 4);
    Set<String> asked = words(question.replace("rule", "audit"));
    boolean earliest = question.contains("first");
    String best = "unknown";
    int most = NAME_WEIGHT + 1;
    for (String item : items(prompt)) {
      Matcher code = CODE.matcher(item);
      int shared = words(item).stream().filter(asked::contains).mapToInt(StandIns::weight).sum();
      if (shared >= most && code.find()) {
        most = earliest ? shared + 1 : shared;
        best = code.group();
      }
    }
    return best;
  }

  private static int weight(String word) {
    return NAME.matcher(word).matches() ? NAME_WEIGHT : 1;
  }

  private static String claims(String prompt) {
    String event = items(prompt).get(0);
    Matcher code = CODE.matcher(event);
    Matcher name = NAME.matcher(event);
    List<String> named =
        RELATION
            .matcher(prompt)
            .results()
            .map(found -> found.group(1))
            .filter(relation -> words(event).contains(relation))
            .toList();
    return code.find() && name.find() && !named.isEmpty()
        ? name.group() + " | " + named.get(0) + " | " + code.group()
        : "none";
  }

  /** The quoted items of a prompt. */
  private static List<String> items(String prompt) {
    Matcher quoted = ITEMS.matcher(prompt);
    return quoted.find()
        ? quoted
            .group(2)
            .lines()
            .filter(line -> line.startsWith("- "))
            .map(line -> line.substring(2))
            .toList()
        : List.of();
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split("[^A-Za-z0-9]+"))
        .filter(word -> word.length() > 2 && !word.equals("the"))
        .collect(Collectors.toSet());
  }
}
