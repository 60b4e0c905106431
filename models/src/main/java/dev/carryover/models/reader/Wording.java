package dev.carryover.models.reader;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How a sentence says what it says of its names and codes, those left out. */
public final class Wording {
  private static final float APART = 0.7f;

  private final Map<String, Float> label;
  private final int labelWords;
  private final Map<String, Float> terms;
  private final String gist;

  private Wording(Set<String> label, Map<String, Float> terms, String gist) {
    Terms called = new Terms();
    label.forEach(stem -> called.add(stem, 1));
    this.label = called.weights();
    this.labelWords = label.size();
    this.terms = terms;
    this.gist = gist;
  }

  /** What is said of a code. */
  static Wording of(Sentence sentence, Fact fact) {
    return new Wording(fact.label(), fact.terms(), gist(sentence));
  }

  /** What is said of two names: the words between them count most. */
  static Wording of(Sentence sentence, Mention one, Mention other) {
    List<Token> tokens = sentence.tokens();
    Terms terms = new Terms();
    terms.add(tokens, 0, one.from(), APART);
    terms.add(tokens, one.to(), other.from(), 1);
    terms.add(tokens, other.to(), tokens.size(), APART);
    return new Wording(Set.of(), terms.weights(), gist(sentence));
  }

  /** All that a sentence says but for some words. */
  static Wording without(Sentence sentence, Set<String> stems) {
    List<Token> rest =
        sentence.tokens().stream().filter(token -> !stems.contains(token.stem())).toList();
    Terms terms = new Terms();
    terms.add(rest, 0, rest.size(), 1);
    return new Wording(Set.of(), terms.weights(), gist(sentence));
  }

  /** What a code is called, see {@link Terms}; empty where nothing calls it. */
  Map<String, Float> label() {
    return label;
  }

  /** In how many words a code is called. */
  int labelWords() {
    return labelWords;
  }

  /** What is said, see {@link Terms}. */
  Map<String, Float> terms() {
    return terms;
  }

  /** The sentence's words in order, without names, codes, dates and marks; may be empty. */
  public String gist() {
    return gist;
  }

  private static String gist(Sentence sentence) {
    List<Token> tokens = sentence.tokens();
    boolean[] named = new boolean[tokens.size()];
    for (Mention mention : sentence.mentions()) {
      for (int i = Math.max(0, mention.from()); mention.proper() && i < mention.to(); i++) {
        named[i] = true;
      }
    }
    return IntStream.range(0, named.length)
        .filter(i -> !named[i] && tokens.get(i).word())
        .mapToObj(i -> tokens.get(i).lower())
        .collect(Collectors.joining(" "));
  }
}
