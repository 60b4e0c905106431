package dev.carryover.models.writer;

import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.models.text.Utterance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Ranks sentences by how much their words tell: the mean inverse document frequency, identifiers
 * counted double. What says the same words as a sentence before comes last.
 */
final class LexicalSalience implements Salience {
  private static final double IDENTIFIER = 2;
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)*+");

  @Override
  public List<Integer> ranking(List<Utterance> sentences, int maxBytes) {
    List<Set<String>> words = new ArrayList<>(sentences.size());
    Map<String, Integer> frequency = new HashMap<>();
    for (Utterance sentence : sentences) {
      Set<String> said = words(sentence.text());
      words.add(said);
      said.forEach(word -> frequency.merge(word, 1, Integer::sum));
    }
    Set<Set<String>> seen = new HashSet<>();
    List<Integer> fresh = new ArrayList<>();
    List<Integer> repeated = new ArrayList<>();
    double[] worth = new double[sentences.size()];
    for (int i = 0; i < worth.length; i++) {
      worth[i] = worth(words.get(i), frequency, sentences.size());
      (seen.add(words.get(i)) ? fresh : repeated).add(i);
    }
    Comparator<Integer> mostWorth = Comparator.comparingDouble(i -> -worth[i]);
    fresh.sort(mostWorth);
    repeated.sort(mostWorth);
    fresh.addAll(repeated);
    return fresh;
  }

  private static double worth(Set<String> words, Map<String, Integer> frequency, int sentences) {
    double sum = 0;
    for (String word : words) {
      double rarity = Math.log(1 + (double) sentences / frequency.getOrDefault(word, 1));
      sum += (ExactCodeScoring.isCode(word) ? IDENTIFIER : 1) * rarity;
    }
    return words.isEmpty() ? 0 : sum / words.size();
  }

  private static Set<String> words(String text) {
    Set<String> words = new LinkedHashSet<>();
    WORD.matcher(text)
        .results()
        .forEach(result -> words.add(result.group().toLowerCase(Locale.ROOT)));
    return words;
  }
}
