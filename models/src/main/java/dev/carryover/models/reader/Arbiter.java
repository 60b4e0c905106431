package dev.carryover.models.reader;

import dev.carryover.models.reader.Inquiry.Part;
import dev.carryover.models.reader.Inquiry.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Applies statements of whose word counts to codes that different sources give. */
final class Arbiter {
  private static final float SOURCE_NAMED = 0.5f;

  private final Inquiry inquiry;
  private final View view;

  Arbiter(Inquiry inquiry, View view) {
    this.inquiry = inquiry;
    this.view = view;
  }

  /**
   * The finding whose source is to be believed; nothing where no statement tells.
   *
   * @param asked whether the question asks by a rule, so that a looser statement will do
   */
  Optional<Finding> ruled(List<Finding> rivals, boolean asked) {
    List<Integer> statements = relevant(view.precedences());
    Optional<Finding> strict = best(rivals, statements);
    if (strict.isPresent() || !asked || !statements.isEmpty()) {
      return strict;
    }
    return best(rivals, relevant(loose(rivals)));
  }

  private Optional<Finding> best(List<Finding> rivals, List<Integer> statements) {
    Optional<Finding> best = Optional.empty();
    float most = 0;
    boolean against = false;
    List<Finding> unharmed = new ArrayList<>();
    for (Finding rival : rivals) {
      float support = 0;
      for (int id : statements) {
        support += support(rival, id);
      }
      if (support > most || support == most && support > 0 && later(rival, best)) {
        most = support;
        best = Optional.of(rival);
      }
      against |= support < 0;
      if (support >= 0) {
        unharmed.add(rival);
      }
    }
    boolean one = unharmed.stream().map(f -> f.fact().code()).distinct().count() == 1;
    return best.isEmpty() && against && one ? Optional.of(unharmed.get(0)) : best;
  }

  private boolean later(Finding one, Optional<Finding> other) {
    return other.isPresent() && new Timeline(view).later(one, other.get());
  }

  private float support(Finding finding, int id) {
    Optional<Precedence> precedence = view.sentence(id).precedence();
    if (precedence.isEmpty()) {
      return named(finding, contents(id));
    }
    float won = named(finding, precedence.get().winners());
    float lost = named(finding, precedence.get().losers());
    return won == lost ? 0 : won > lost ? won : -lost;
  }

  /** The share of a source's words that the finding's sentence names beside what is asked. */
  private float named(Finding finding, Set<String> source) {
    Set<String> words = new HashSet<>(source);
    words.removeIf(this::askedFor);
    if (words.isEmpty()) {
      return 0;
    }
    float hits = 0;
    for (String word : words) {
      hits += Math.min(1, finding.fact().terms().getOrDefault(word, 0f));
    }
    float share = hits / words.size();
    return share >= SOURCE_NAMED ? share : 0;
  }

  private boolean askedFor(String stem) {
    for (Unit unit : inquiry.units()) {
      if (unit.part() == Part.NAME
          ? Set.of(unit.term().split(" ")).contains(stem)
          : unit.term().equals(stem)) {
        return true;
      }
    }
    return false;
  }

  private Set<String> contents(int id) {
    Set<String> stems = new HashSet<>();
    for (Token token : view.sentence(id).tokens()) {
      if (token.content() && !Lexicon.light(token.stem())) {
        stems.add(token.stem());
      }
    }
    return stems;
  }

  /** The statements about what is asked; those about nothing in particular where there are none. */
  private List<Integer> relevant(List<Integer> statements) {
    List<Integer> best = new ArrayList<>();
    float most = 0;
    for (int id : statements) {
      float shared = shared(id);
      if (shared > most) {
        best.clear();
        most = shared;
      }
      if (shared == most && (shared > 0 || general(id))) {
        best.add(id);
      }
    }
    return best;
  }

  /** How much of what is asked a statement names beside whose word counts. */
  private float shared(int id) {
    Sentence sentence = view.sentence(id);
    Set<String> winners = sentence.precedence().map(Precedence::winners).orElse(Set.of());
    Terms said = new Terms();
    for (int i = 0; i < sentence.tokens().size(); i++) {
      String stem = sentence.tokens().get(i).stem();
      if (!winners.contains(stem) || askedFor(stem)) {
        said.add(sentence.tokens(), i, i + 1, 1);
      }
    }
    float shared = 0;
    for (Unit unit : inquiry.units()) {
      if (unit.part() == Part.LABEL || unit.part() == Part.THING) {
        shared += Terms.match(said.weights(), unit.term());
      }
    }
    return shared;
  }

  /** Whether a statement is not about some other kind of code. */
  private boolean general(int id) {
    List<Token> tokens = view.sentence(id).tokens();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      boolean about =
          Set.of("for", "about", "on", "over", "regarding", "concerning")
              .contains(tokens.get(i).lower());
      for (int j = i + 1; about && j < tokens.size() && tokens.get(j).content(); j++) {
        if (tokens.get(j).identifierHead()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Sentences without codes that name the source of one of the rivals. */
  private List<Integer> loose(List<Finding> rivals) {
    Set<Integer> ids = new HashSet<>();
    for (Unit unit : inquiry.units()) {
      if (unit.part() == Part.LABEL) {
        ids.addAll(view.saying(unit.term()));
      }
    }
    ids.removeIf(id -> !view.sentence(id).facts().isEmpty());
    return ids.stream()
        .sorted()
        .filter(id -> rivals.stream().anyMatch(f -> named(f, contents(id)) > 0))
        .toList();
  }
}
