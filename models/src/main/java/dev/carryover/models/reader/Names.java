package dev.carryover.models.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who is meant by a name: the mentions in view that it may stand for, aliases and shorter forms
 * included.
 */
final class Names {
  /** How surely a name means a mention by the same words. */
  private static final float SAME = 1;

  /** By a statement that two names mean the same. */
  private static final float ALIAS = 0.97f;

  /** By a longer name that is the only one with these words. */
  private static final float LONGER = 0.9f;

  /** By a shorter name that nobody else has. */
  private static final float SHORTER = 0.85f;

  /** By a form that others share. */
  private static final float SHARED = 0.5f;

  private static final float DOUBTFUL = 0.25f;

  private final Map<String, Boolean> proper;
  private final Map<String, Set<String>> byTerm;
  private final Map<String, Set<String>> aliases;
  private final Set<String> common;
  private final Map<String, Map<String, Float>> resolved = new ConcurrentHashMap<>();

  private Names(Builder builder) {
    this.proper = builder.proper;
    this.byTerm = builder.byTerm;
    this.aliases = builder.aliases;
    this.common = builder.common;
  }

  /** Gathers mentions and statements of aliases. */
  static final class Builder {
    private final Map<String, Boolean> proper = new HashMap<>();
    private final Map<String, Set<String>> byTerm = new HashMap<>();
    private final Map<String, Set<String>> aliases = new HashMap<>();
    private final Set<String> common = new HashSet<>();

    /** Notes the words that are written in lower case. */
    void words(List<Token> tokens) {
      for (Token token : tokens) {
        if (token.content() && !token.capital()) {
          common.add(token.stem());
        }
      }
    }

    void add(Mention mention) {
      if (proper.merge(mention.key(), mention.proper(), Boolean::logicalOr) != null) {
        mention
            .terms()
            .forEach(t -> byTerm.computeIfAbsent(t, x -> new TreeSet<>()).add(mention.key()));
      }
    }

    void add(Sentence.Alias alias) {
      aliases.computeIfAbsent(alias.one(), x -> new TreeSet<>()).add(alias.other());
      aliases.computeIfAbsent(alias.other(), x -> new TreeSet<>()).add(alias.one());
    }

    Names build() {
      return new Names(this);
    }
  }

  /** The keys of the mentions that a name may mean, each with how surely. */
  Map<String, Float> meant(String name) {
    return resolved.computeIfAbsent(name, this::resolve);
  }

  /** Whether exactly this is mentioned. */
  boolean known(String name) {
    return proper.containsKey(name);
  }

  private Map<String, Float> resolve(String name) {
    Map<String, Float> meant = new TreeMap<>(written(name));
    Set<String> seen = new HashSet<>(List.of(name));
    Deque<String> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      for (String other : aliasesOf(open.removeFirst())) {
        if (seen.add(other)) {
          open.addLast(other);
          written(other).forEach((key, sure) -> meant.merge(key, ALIAS * sure, Math::max));
          meant.putIfAbsent(other, ALIAS);
        }
      }
    }
    return Map.copyOf(meant);
  }

  private Set<String> aliasesOf(String name) {
    Set<String> others = new TreeSet<>(aliases.getOrDefault(name, Set.of()));
    if (!aliases.isEmpty()) {
      written(name)
          .forEach(
              (key, sure) -> {
                if (sure >= SHORTER) {
                  others.addAll(aliases.getOrDefault(key, Set.of()));
                }
              });
    }
    return others;
  }

  /** The mentions that share words with a name, without aliases. */
  private Map<String, Float> written(String name) {
    Set<String> terms = terms(name);
    List<String> longer = new ArrayList<>();
    Map<String, Float> meant = new TreeMap<>();
    for (String key : sharing(terms)) {
      Set<String> other = terms(key);
      if (other.equals(terms)) {
        meant.put(key, SAME);
      } else if (other.containsAll(terms)
          && common.contains(key.split(" ")[0])
          && key.endsWith(name)) {
        meant.put(key, SAME);
      } else if (other.containsAll(terms)) {
        longer.add(key);
      } else if (name.endsWith(" " + key)
          && properName(key)
          && common.contains(name.split(" ")[0])
          && alone(key, terms)) {
        meant.put(key, SAME);
      } else if (terms.containsAll(other) && (properName(key) || sameHead(key, name))) {
        float sure = properName(key) ? SHORTER : SHARED;
        meant.put(key, alone(key, terms) ? sure : DOUBTFUL);
      }
    }
    float sure = meant.containsValue(SAME) ? DOUBTFUL : single(longer) ? LONGER : SHARED;
    longer.forEach(key -> meant.put(key, sure));
    return meant;
  }

  /** Whether longer names are all forms of one. */
  private static boolean single(List<String> longer) {
    String longest = "";
    for (String key : longer) {
      longest = key.length() > longest.length() ? key : longest;
    }
    Set<String> all = terms(longest);
    return longer.stream().allMatch(key -> all.containsAll(terms(key)));
  }

  private Set<String> sharing(Set<String> terms) {
    Set<String> keys = new TreeSet<>();
    terms.forEach(term -> keys.addAll(byTerm.getOrDefault(term, Set.of())));
    return keys;
  }

  private boolean properName(String key) {
    return proper.getOrDefault(key, false);
  }

  private static boolean sameHead(String key, String name) {
    return name.endsWith(" " + key.substring(key.lastIndexOf(' ') + 1));
  }

  /** Whether nobody but the bearer of a name has this shorter form of it. */
  private boolean alone(String shorter, Set<String> name) {
    Set<String> terms = terms(shorter);
    for (String key : sharing(terms)) {
      Set<String> other = terms(key);
      if (other.containsAll(terms) && !name.containsAll(other) && !other.containsAll(name)) {
        return false;
      }
    }
    return true;
  }

  private static Set<String> terms(String key) {
    return new HashSet<>(List.of(key.split(" ")));
  }
}
