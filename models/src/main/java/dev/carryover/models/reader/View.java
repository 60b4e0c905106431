package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The passages in view, indexed: which sentences name whom and say what. Immutable once made. */
final class View {
  private static final int YEAR_IF_NONE = 2000;

  private final List<Sentence> sentences = new ArrayList<>();
  private final List<Integer> passages = new ArrayList<>();

  private final Map<String, Set<Integer>> byMention = new TreeMap<>();
  private final Map<String, List<Integer>> byTerm = new HashMap<>();
  private final List<Integer> precedences = new ArrayList<>();
  private final List<Integer> coded = new ArrayList<>();
  private final Names names;
  private int year = Integer.MIN_VALUE;

  /** Puts parsed passages in view, in the order of the memory. */
  View(List<List<Sentence>> parsed) {
    Names.Builder builder = new Names.Builder();
    for (int passage = 0; passage < parsed.size(); passage++) {
      for (Sentence sentence : parsed.get(passage)) {
        passages.add(passage);
        add(sentence, builder);
      }
    }
    names = builder.build();
  }

  private void add(Sentence sentence, Names.Builder builder) {
    int id = sentences.size();
    sentences.add(sentence);
    sentence
        .terms()
        .keySet()
        .forEach(t -> byTerm.computeIfAbsent(t, x -> new ArrayList<>()).add(id));
    for (Mention mention : sentence.mentions()) {
      byMention.computeIfAbsent(mention.key(), key -> new LinkedHashSet<>()).add(id);
      builder.add(mention);
    }
    builder.words(sentence.tokens());
    sentence.aliases().forEach(builder::add);
    if (sentence.precedence().isPresent()) {
      precedences.add(id);
    }
    if (!sentence.facts().isEmpty()) {
      coded.add(id);
    }
    yearOf(sentence.written());
    yearOf(sentence.turn());
  }

  private void yearOf(Optional<Stamp> stamp) {
    stamp.ifPresent(s -> s.year().ifPresent(y -> year = Math.max(year, y)));
  }

  Sentence sentence(int id) {
    return sentences.get(id);
  }

  int size() {
    return sentences.size();
  }

  /** The place of a sentence's passage in the memory's order. */
  int passage(int id) {
    return passages.get(id);
  }

  /** The sentences that mention exactly this, in order. */
  Set<Integer> mentioning(String key) {
    return byMention.getOrDefault(key, Set.of());
  }

  /** The sentences that say a term or a synonym of it, in order, without repeats. */
  Set<Integer> saying(String stem) {
    Set<Integer> all = new LinkedHashSet<>(byTerm.getOrDefault(stem, List.of()));
    all.addAll(byTerm.getOrDefault("~" + Stems.root(stem), List.of()));
    all.addAll(byTerm.getOrDefault("~" + stem, List.of()));
    all.addAll(byTerm.getOrDefault(Stems.root(stem), List.of()));
    for (String group : Synonyms.groups(stem)) {
      all.addAll(byTerm.getOrDefault(group, List.of()));
    }
    return all;
  }

  /** Whether any sentence says a term or a synonym of it. */
  boolean says(String stem) {
    return byTerm.containsKey(stem)
        || byTerm.containsKey("~" + Stems.root(stem))
        || byTerm.containsKey("~" + stem)
        || byTerm.containsKey(Stems.root(stem))
        || Synonyms.groups(stem).stream().anyMatch(byTerm::containsKey);
  }

  /** The sentences that hold a code. */
  List<Integer> coded() {
    return coded;
  }

  /** The sentences that say whose word counts. */
  List<Integer> precedences() {
    return precedences;
  }

  Names names() {
    return names;
  }

  /** The year of a date that is written without one: the latest that is written anywhere. */
  int year() {
    return year == Integer.MIN_VALUE ? YEAR_IF_NONE : year;
  }
}
