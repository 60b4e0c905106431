package dev.carryover.models.semantic;

import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.models.reader.WrittenDates;
import dev.carryover.models.text.Utterance;
import dev.carryover.models.text.Utterances;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Text cut into sentences. Questions are left out, and so are sentences with several codes.
 * Immutable.
 */
final class Page {
  private static final int LEAST_WORDS = 2;
  private static final Pattern PRONOUN =
      Pattern.compile(
          "\\b(?:it|its|he|his|him|she|her|they|their|them)\\b", Pattern.CASE_INSENSITIVE);

  private final List<Remark> coded;
  private final List<Remark> plain;
  private final Set<String> names;
  private final Map<String, Integer> byCoded;
  private final Map<String, Integer> byPlain;

  private Page(List<Remark> coded, List<Remark> plain, Set<String> names) {
    this.coded = List.copyOf(coded);
    this.plain = List.copyOf(plain);
    this.names = Set.copyOf(names);
    this.byCoded = counts(coded);
    this.byPlain = counts(plain);
  }

  private static Map<String, Integer> counts(List<Remark> remarks) {
    Map<String, Integer> counts = new HashMap<>();
    remarks.forEach(remark -> remark.words().forEach(word -> counts.merge(word, 1, Integer::sum)));
    return counts;
  }

  /** The sentences with a code, in order. */
  List<Remark> coded() {
    return coded;
  }

  /** The sentences without a code, in order. */
  List<Remark> plain() {
    return plain;
  }

  /** The words that stand with a capital letter within a sentence. */
  Set<String> names() {
    return names;
  }

  /** How many of the sentences with a code say a word. */
  int codedSaying(String word) {
    return byCoded.getOrDefault(word, 0);
  }

  /** Whether any sentence says a word. */
  boolean says(String word) {
    return byCoded.containsKey(word) || byPlain.containsKey(word);
  }

  /** The page that a passage is. */
  static Page of(String passage) {
    List<Remark> coded = new ArrayList<>();
    List<Remark> plain = new ArrayList<>();
    Set<String> names = new HashSet<>();
    String before = "";
    for (Utterance utterance : Utterances.ofPassage(passage)) {
      String text = utterance.standalone();
      List<String> codes = ExactCodeScoring.codesIn(utterance.text()).stream().distinct().toList();
      Words.of(text).stream().filter(Words.Word::name).forEach(word -> names.add(word.text()));
      if (codes.size() == 1) {
        boolean alone = before.isEmpty() || namesItsOwn(text, codes.get(0));
        coded.add(remark(utterance, alone ? text : before + text, codes));
      } else if (codes.isEmpty() && !text.endsWith("?")) {
        plain.add(remark(utterance, text, codes));
      }
      before = text + " ";
    }
    return new Page(coded, plain, names);
  }

  /** Several pages as one. */
  static Page joined(List<Page> pages) {
    List<Remark> coded = new ArrayList<>();
    List<Remark> plain = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Page page : pages) {
      coded.addAll(page.coded());
      plain.addAll(page.plain());
      names.addAll(page.names());
    }
    return new Page(coded, plain, names);
  }

  /** The page without the sentences that hold one of these codes. */
  Page without(List<String> codes) {
    return codes.isEmpty()
        ? this
        : new Page(
            coded.stream().filter(one -> one.code().filter(codes::contains).isEmpty()).toList(),
            plain,
            names);
  }

  /** Whether a sentence says by itself whose code it holds. */
  private static boolean namesItsOwn(String text, String code) {
    List<Words.Word> words = Words.of(text.replace(code, " "));
    boolean name = words.stream().anyMatch(Words.Word::name);
    return name || words.size() >= LEAST_WORDS && !PRONOUN.matcher(text).find();
  }

  private static Remark remark(Utterance utterance, String text, List<String> codes) {
    Set<String> words = new LinkedHashSet<>();
    Set<String> capitals = new LinkedHashSet<>();
    for (Words.Word word : Words.of(text)) {
      words.add(word.text());
      if (word.capital()) {
        capitals.add(word.text());
      }
    }
    OptionalLong written = WrittenDates.lastIn(utterance.text());
    OptionalLong turn = utterance.time().map(WrittenDates::lastIn).orElseGet(OptionalLong::empty);
    return new Remark(
        text, codes.stream().findFirst(), words, capitals, written.isPresent() ? written : turn);
  }
}
