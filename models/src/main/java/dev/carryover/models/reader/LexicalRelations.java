package dev.carryover.models.reader;

import dev.carryover.core.ClaimSchema.Relation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Chooses the relation whose name or other words a sentence says: as what it calls a code, else
 * anywhere in it, synonyms counting a little less.
 */
public final class LexicalRelations implements RelationChooser {
  private static final double LEAST = 0.55;
  private static final double PER_WORD = 0.01;

  private final Map<Relation, List<Set<String>>> phrases = new ConcurrentHashMap<>();

  /** A chooser for any schema. */
  public LexicalRelations() {}

  @Override
  public Optional<Relation> choose(Wording wording, List<Relation> among) {
    Optional<Relation> best = Optional.empty();
    double most = LEAST;
    boolean alone = true;
    for (Relation relation : among) {
      double score = score(wording, relation);
      if (score > most) {
        best = Optional.of(relation);
        most = score;
        alone = true;
      } else if (score == most) {
        alone = false;
      }
    }
    return alone ? best : Optional.empty();
  }

  private double score(Wording wording, Relation relation) {
    return phrases.computeIfAbsent(relation, LexicalRelations::phrases).stream()
        .mapToDouble(
            phrase ->
                wording.label().isEmpty()
                    ? saidIn(wording.terms(), phrase)
                    : called(wording, phrase))
        .max()
        .orElse(0);
  }

  /** How well a phrase is what a code is called, from 0 to 1. */
  private static double called(Wording wording, Set<String> phrase) {
    double shared = 0;
    for (String stem : phrase) {
      shared += Terms.match(wording.label(), stem);
    }
    return shared / Math.max(wording.labelWords(), phrase.size());
  }

  /** How well all of a phrase is said; of two that are, the longer one wins. */
  private static double saidIn(Map<String, Float> terms, Set<String> phrase) {
    double least = phrase.stream().mapToDouble(stem -> Terms.match(terms, stem)).min().orElse(0);
    return least == 0 ? 0 : least + PER_WORD * phrase.size();
  }

  private static List<Set<String>> phrases(Relation relation) {
    List<Set<String>> phrases = new ArrayList<>();
    phrases.add(stems(relation.name()));
    relation.words().forEach(words -> phrases.add(stems(words)));
    phrases.removeIf(Set::isEmpty);
    return List.copyOf(phrases);
  }

  /** The stems of a phrase without words that only hold it together or fit any code. */
  private static Set<String> stems(String phrase) {
    List<Token> tokens =
        Tokenizer.tokens(phrase.replace('-', ' ').replace('_', ' ')).stream()
            .filter(Token::content)
            .toList();
    boolean general = tokens.stream().allMatch(token -> Lexicon.generic(token.stem()));
    Set<String> stems = new LinkedHashSet<>();
    for (int i = 0; i < tokens.size(); i++) {
      String stem = tokens.get(i).stem();
      boolean last = i == tokens.size() - 1;
      boolean only = tokens.size() == 1;
      if (only || !Lexicon.generic(stem) || general && !last) {
        stems.add(stem);
      }
    }
    return stems;
  }
}
