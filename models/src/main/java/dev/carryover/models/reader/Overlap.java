package dev.carryover.models.reader;

import dev.carryover.models.reader.Inquiry.Part;
import dev.carryover.models.reader.Inquiry.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is left where the rules make out no answer: the codes whose sentence says most of what the
 * question says, with the ones beside it where it names nobody, and with the one that leads to it.
 * Wording does not matter here, so this is less sure than a reading, and it needs a name of the
 * question to hold on to.
 */
final class Overlap {
  /** The share of the question's weight that must be said. */
  private static final float ENOUGH = 0.55f;

  /** What a sentence says for a code in the one beside it. */
  private static final float BESIDE = 0.6f;

  /** What a sentence says for a code in one that names the same. */
  private static final float LEADING = 0.7f;

  /** Under this a name, a label or a relation is not the one that is asked about. */
  private static final float NAMED = 0.4f;

  /** The parts of a question that no answer may leave out. */
  private static final Set<Part> NEEDED = EnumSet.of(Part.NAME, Part.LABEL, Part.RELATION);

  private final Inquiry inquiry;
  private final View view;
  private final float[] weights;
  private float sum;

  private Overlap(Inquiry inquiry, View view) {
    this.inquiry = inquiry;
    this.view = view;
    this.weights = new float[inquiry.units().size()];
    for (int i = 0; i < weights.length; i++) {
      Unit unit = inquiry.units().get(i);
      weights[i] = NEEDED.contains(unit.part()) || view.says(unit.term()) ? unit.weight() : 0;
      sum += weights[i];
    }
  }

  /** The codes that are supported, best first; empty where the passages say too little. */
  static List<Finding> findings(Inquiry inquiry, View view) {
    return new Overlap(inquiry, view).findings();
  }

  private List<Finding> findings() {
    Map<Integer, float[]> leads = leads();
    List<Finding> findings = new ArrayList<>();
    for (int id : view.coded()) {
      float[] said = said(id);
      if (view.sentence(id).mentions().stream().noneMatch(Mention::proper)) {
        beside(id - 1, id, said);
        beside(id + 1, id, said);
      }
      leading(id, leads, said);
      float score = score(said);
      for (Fact fact : view.sentence(id).facts()) {
        if (score >= ENOUGH && !inquiry.codes().contains(fact.code())) {
          findings.add(new Finding(fact, id, score));
        }
      }
    }
    findings.sort(Comparator.comparing(Finding::score).reversed());
    return findings;
  }

  /** Sentences that name what the question names, with what they say of it. */
  private Map<Integer, float[]> leads() {
    Map<Integer, float[]> leads = new LinkedHashMap<>();
    for (Unit unit : inquiry.units()) {
      if (unit.part() == Part.NAME) {
        view.names()
            .meant(unit.term())
            .forEach(
                (key, surely) -> {
                  if (surely >= NAMED) {
                    view.mentioning(key).forEach(id -> leads.computeIfAbsent(id, this::said));
                  }
                });
      }
    }
    return leads;
  }

  /** How well a sentence says each unit of the question, from 0 to 1. */
  private float[] said(int id) {
    Sentence sentence = view.sentence(id);
    float[] said = new float[weights.length];
    for (int i = 0; i < said.length; i++) {
      Unit unit = inquiry.units().get(i);
      if (weights[i] > 0) {
        said[i] =
            unit.part() == Part.NAME
                ? named(unit, sentence)
                : Terms.match(sentence.terms(), unit.term());
      }
    }
    return said;
  }

  private float named(Unit unit, Sentence sentence) {
    Map<String, Float> meant = view.names().meant(unit.term());
    float best = 0;
    for (Mention mention : sentence.mentions()) {
      best = Math.max(best, mention.weight() * meant.getOrDefault(mention.key(), 0f));
    }
    return best;
  }

  private void beside(int id, int coded, float[] said) {
    if (id >= 0 && id < view.size() && view.passage(id) == view.passage(coded)) {
      raise(said, said(id), BESIDE);
    }
  }

  /** A sentence that names what is asked about and something that the coded one names too. */
  private void leading(int coded, Map<Integer, float[]> leads, float[] said) {
    for (Mention mention : view.sentence(coded).mentions()) {
      if (mention.proper()) {
        for (int id : view.mentioning(mention.key())) {
          float[] lead = leads.get(id);
          if (lead != null && id != coded) {
            raise(said, lead, LEADING * mention.weight());
          }
        }
      }
    }
  }

  /** A label is said where its code is, or not at all. */
  private void raise(float[] said, float[] others, float share) {
    for (int i = 0; i < said.length; i++) {
      if (inquiry.units().get(i).part() != Part.LABEL) {
        said[i] = Math.max(said[i], share * others[i]);
      }
    }
  }

  private float score(float[] said) {
    float covered = 0;
    boolean anchored = false;
    for (int i = 0; i < said.length; i++) {
      Part part = inquiry.units().get(i).part();
      if (NEEDED.contains(part) && said[i] < NAMED) {
        return 0;
      }
      covered += weights[i] * said[i];
      anchored |= part == Part.NAME;
    }
    return anchored && sum > 0 ? covered / sum : 0;
  }
}
