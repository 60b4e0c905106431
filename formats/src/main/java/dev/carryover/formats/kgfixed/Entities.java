package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What claims are about: their subjects and objects, numbered from 0 in order of appearance. Names
 * with one key are one entity, and so are names that alias claims join, in either direction and
 * over any number of steps.
 */
final class Entities {
  private final Map<String, Integer> byKey = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<Integer> parents = new ArrayList<>();
  private final int[] subjects;
  private final int[] objects;
  private final NavigableSet<Integer> lengths = new TreeSet<>();

  private Entities(List<Claim> claims) {
    subjects = new int[claims.size()];
    objects = new int[claims.size()];
    for (int place = 0; place < claims.size(); place++) {
      Claim claim = claims.get(place);
      subjects[place] = add(claim.subject());
      objects[place] = add(claim.object());
      if (claim.relation().equals(Conventions.ALIAS)) {
        join(subjects[place], objects[place]);
      }
    }
    for (int place = 0; place < subjects.length; place++) {
      subjects[place] = root(subjects[place]);
      objects[place] = root(objects[place]);
    }
  }

  /** The entities of claims; a claim's place is its index. */
  static Entities of(List<Claim> claims) {
    return new Entities(claims);
  }

  /** The entity that the claim at a place is about. */
  int subject(int place) {
    return subjects[place];
  }

  /** The entity that the object of the claim at a place names. */
  int object(int place) {
    return objects[place];
  }

  /** The first name of every entity, by number. */
  Map<Integer, String> named() {
    Map<Integer, String> named = new HashMap<>();
    for (int number = 0; number < names.size(); number++) {
      named.putIfAbsent(root(number), names.get(number));
    }
    return named;
  }

  /** The entities that words name: at each word the longest name that begins there. */
  SortedSet<Integer> in(List<String> words) {
    SortedSet<Integer> found = new TreeSet<>();
    int at = 0;
    while (at < words.size()) {
      int length = longestNameAt(words, at);
      if (length > 0) {
        found.add(root(byKey.getOrDefault(phrase(words, at, length), 0)));
      }
      at += Math.max(1, length);
    }
    return found;
  }

  private int longestNameAt(List<String> words, int at) {
    for (int length : lengths.headSet(words.size() - at, true).descendingSet()) {
      if (byKey.containsKey(phrase(words, at, length))) {
        return length;
      }
    }
    return 0;
  }

  private static String phrase(List<String> words, int at, int length) {
    return String.join(" ", words.subList(at, at + length));
  }

  private int add(String name) {
    String key = Words.key(name);
    Integer known = byKey.get(key);
    if (known != null) {
      return known;
    }
    int number = names.size();
    byKey.put(key, number);
    names.add(name);
    parents.add(number);
    lengths.add(1 + (int) key.chars().filter(c -> c == ' ').count());
    return number;
  }

  private void join(int one, int other) {
    int first = root(one);
    int second = root(other);
    parents.set(Math.max(first, second), Math.min(first, second));
  }

  private int root(int number) {
    int root = number;
    while (parents.get(root) != root) {
      parents.set(root, parents.get(parents.get(root)));
      root = parents.get(root);
    }
    return root;
  }
}
