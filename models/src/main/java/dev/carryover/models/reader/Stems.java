package dev.carryover.models.reader;

import java.util.HashMap;
import java.util.Map;

/**
 * Takes English endings off words. A stem joins the inflected forms of a word (manages, managed,
 * managing); a root also joins the nouns made from it (manager, management). Neither need be a
 * word.
 */
final class Stems {
  private static final Map<String, String> IRREGULAR = irregular();
  private static final String[] NOUN_ENDINGS = {
    "ation", "ment", "ance", "ence", "ship", "ion", "ist", "ant", "ly", "or", "al", "er"
  };

  private Stems() {}

  /** The stem of a lower-case word. */
  static String stem(String word) {
    String base = IRREGULAR.get(word);
    return closed(base != null ? base : inflectionOff(word));
  }

  /** The root of a stem. */
  static String root(String stem) {
    for (String ending : NOUN_ENDINGS) {
      int least = ending.equals("er") ? 3 : 4;
      if (stem.endsWith(ending) && stem.length() - ending.length() >= least) {
        return finalY(closed(single(stem.substring(0, stem.length() - ending.length()))));
      }
    }
    return finalY(stem);
  }

  /** Whether a lower-case word is an irregular form of another, such as a past. */
  static boolean irregularForm(String word) {
    return !IRREGULAR.getOrDefault(word, word).equals(word);
  }

  private static String inflectionOff(String word) {
    int length = word.length();
    if (length <= 3) {
      return word;
    }
    if (word.endsWith("s")) {
      if (word.endsWith("ies") && length > 4) {
        return word.substring(0, length - 3) + "y";
      }
      if (word.endsWith("ches")
          || word.endsWith("shes")
          || word.endsWith("xes")
          || word.endsWith("zes")
          || word.endsWith("sses")) {
        return word.substring(0, length - 2);
      }
      return word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")
          ? word
          : word.substring(0, length - 1);
    }
    if (word.endsWith("ied") && length > 4) {
      return word.substring(0, length - 3) + "y";
    }
    if (word.endsWith("ed") && length > 4 && vowelIn(word, length - 2)) {
      return single(word.substring(0, length - 2));
    }
    if (word.endsWith("ing") && length > 4 && vowelIn(word, length - 3)) {
      return single(word.substring(0, length - 3));
    }
    return word;
  }

  private static boolean vowelIn(String word, int end) {
    for (int i = 0; i < end; i++) {
      if ("aeiouy".indexOf(word.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** Without the doubling of a last consonant before an ending. */
  private static String single(String word) {
    int last = word.length() - 1;
    return last > 2
            && word.charAt(last) == word.charAt(last - 1)
            && "bdgmnprt".indexOf(word.charAt(last)) >= 0
        ? word.substring(0, last)
        : word;
  }

  /** Without a last e and the second of two l, so that all forms meet. */
  private static String closed(String word) {
    if (word.length() > 3 && (word.endsWith("e") || word.endsWith("ll"))) {
      return word.substring(0, word.length() - 1);
    }
    return word;
  }

  private static String finalY(String word) {
    return word.length() > 3 && word.endsWith("y")
        ? word.substring(0, word.length() - 1) + "i"
        : word;
  }

  private static Map<String, String> irregular() {
    Map<String, String> bases = new HashMap<>();
    for (String line : WordFile.lines("irregular.txt")) {
      String[] forms = line.split("\\s+");
      for (String form : forms) {
        bases.put(form, forms[0]);
      }
    }
    return Map.copyOf(bases);
  }
}
