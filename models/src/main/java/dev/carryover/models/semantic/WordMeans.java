package dev.carryover.models.semantic;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import java.util.ArrayList;
import java.util.List;

/**
 * Vectors of texts as the means of their words' vectors, each word embedded by itself: static
 * vectors taken from a sentence encoder, after Model2Vec (Tulkens and van Dongen 2024). Cheap once
 * the words are known, and blind to their order. Words that tell nothing and those with a digit do
 * not count; a text of such words alone has the zero vector, which is like no other. The purpose
 * makes no difference.
 */
final class WordMeans implements SentenceVectors.Source {
  private final SentenceVectors words;
  private final int dimension;

  /** Means of this embedder's vectors. */
  WordMeans(Embedder embedder) {
    this.words = new SentenceVectors(embedder::embed);
    this.dimension = embedder.identity().dimension();
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    List<List<String>> wordsOf = texts.stream().map(WordMeans::words).toList();
    List<float[]> vectors =
        words.of(wordsOf.stream().flatMap(List::stream).toList(), Purpose.DOCUMENT);
    List<float[]> means = new ArrayList<>(texts.size());
    int from = 0;
    for (List<String> said : wordsOf) {
      int to = from + said.size();
      means.add(SentenceVectors.middle(vectors.subList(from, to), dimension));
      from = to;
    }
    return means;
  }

  private static List<String> words(String text) {
    return Words.of(text).stream()
        .map(Words.Word::text)
        .filter(word -> word.chars().noneMatch(Character::isDigit))
        .toList();
  }
}
