package dev.carryover.models.reader;

import dev.carryover.models.reader.Inquiry.Part;
import dev.carryover.models.reader.Inquiry.Unit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells how well a sentence or a fact covers each part of a question. */
final class Scorer {
  private static final float CONFLICTING_LABEL = 0.15f;
  private static final float UNLABELLED = 0.4f;
  private static final float CONVERSE = 0.8f;
  private static final float OTHER_SIDE = 0.8f;
  private static final float TURNED = 0.4f;
  private static final float SAID_NOWHERE = 0.4f;
  private static final float NEEDED = 2;
  private static final float LACKING = 0.9f;
  private static final float LOWER_CASE = 0.75f;
  private static final float HEAD = 0.5f;

  private final Inquiry inquiry;
  private final View view;
  private final float[] weights;
  private final float total;

  Scorer(Inquiry inquiry, View view) {
    this.inquiry = inquiry;
    this.view = view;
    List<Unit> units = inquiry.units();
    weights = new float[units.size()];
    float sum = 0;
    for (int i = 0; i < weights.length; i++) {
      Unit unit = units.get(i);
      boolean minor = unit.part() == Part.OTHER || unit.part() == Part.THING && unit.weight() <= 1;
      weights[i] = unit.weight() * (minor && !said(unit) ? SAID_NOWHERE : 1);
      sum += weights[i];
    }
    total = sum;
  }

  private boolean said(Unit unit) {
    for (String term : unit.term().split(" ")) {
      if (view.says(term)) {
        return true;
      }
    }
    return !view.names().meant(unit.term()).isEmpty();
  }

  int parts() {
    return weights.length;
  }

  Unit unit(int i) {
    return inquiry.units().get(i);
  }

  /** How many words of content a sentence has that are neither names nor asked for. */
  int beside(Sentence sentence) {
    int beside = 0;
    for (int i = 0; i < sentence.tokens().size(); i++) {
      Token token = sentence.tokens().get(i);
      int at = i;
      boolean named =
          sentence.mentions().stream().anyMatch(m -> m.proper() && m.from() <= at && at < m.to());
      boolean tells = token.content() && !token.capital() && !Lexicon.light(token.stem());
      beside += tells && !named && !asked(token.stem()) ? 1 : 0;
    }
    return beside;
  }

  private boolean asked(String stem) {
    for (Unit unit : inquiry.units()) {
      for (String word : unit.term().split(" ")) {
        if (alike(stem, word) || Synonyms.groups(stem).contains(word)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether every word of a mention is a word of the question. */
  boolean allAsked(String key) {
    for (String word : key.split(" ")) {
      boolean asked =
          inquiry.units().stream()
              .filter(unit -> unit.part() != Part.NAME)
              .anyMatch(unit -> List.of(unit.term().split(" ")).contains(word));
      if (!asked) {
        return false;
      }
    }
    return true;
  }

  float weight(int i) {
    return weights[i];
  }

  /** The share of the question that is covered, by weight. */
  float coverage(float[] matched) {
    float sum = 0;
    float lack = 1;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * matched[i];
      boolean needed = unit(i).part() == Part.RELATION || unit(i).part() == Part.NAME;
      lack *= needed && weights[i] >= NEEDED && matched[i] == 0 ? LACKING : 1;
    }
    return lack * sum / total;
  }

  /** How well each part is covered by a fact whose owner may be known from the way to it. */
  float[] fact(Fact fact) {
    float[] matched = new float[weights.length];
    boolean labelled = false;
    for (int i = 0; i < weights.length; i++) {
      Unit unit = unit(i);
      if (unit.part() == Part.NAME) {
        matched[i] = name(unit.term(), fact);
      } else if (unit.part() == Part.LABEL) {
        matched[i] = label(unit.term(), fact);
        labelled |= matched[i] >= Terms.BY_SYNONYM * Terms.BY_SYNONYM;
      } else if (unit.part() == Part.THING) {
        matched[i] = Math.max(inWords(unit.term(), fact.terms()), owned(unit.term(), fact));
      } else {
        matched[i] = again(i, matched) ? 0 : Terms.match(fact.terms(), unit.term());
      }
    }
    generic(matched, labelled);
    return matched;
  }

  /** Where the telling part of a label fits, number or code makes no difference. */
  private void generic(float[] matched, boolean labelled) {
    for (int i = 0; i < weights.length; i++) {
      if (unit(i).part() == Part.GENERIC && labelled) {
        matched[i] = Math.max(matched[i], 0.95f);
      }
    }
  }

  /** Whether an earlier part by the same word is covered already; one sentence tells it once. */
  private boolean again(int i, float[] matched) {
    for (int j = 0; j < i; j++) {
      if (unit(j).term().equals(unit(i).term()) && matched[j] > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where a word that the question has twice was covered before, what covers it now is the second.
   */
  void onward(float[] matched, float[] before) {
    for (int i = 0; i < matched.length; i++) {
      for (int j = i + 1; j < matched.length && before[i] > 0 && matched[i] > 0; j++) {
        if (unit(j).term().equals(unit(i).term()) && before[j] == 0) {
          matched[j] = matched[i];
          matched[i] = 0;
        }
      }
    }
  }

  private float name(String name, Fact fact) {
    float owned = owned(name, fact);
    if (owned > 0 || view.names().known(name)) {
      return owned;
    }
    for (String term : name.split(" ")) {
      if (fact.terms().getOrDefault(term, 0f) < 1) {
        return 0;
      }
    }
    return LOWER_CASE;
  }

  private float owned(String name, Fact fact) {
    float best = 0;
    for (Map.Entry<String, Float> meant : view.names().meant(name).entrySet()) {
      for (Mention owner : fact.owners()) {
        if (owner.key().equals(meant.getKey())) {
          best = Math.max(best, owner.weight() * meant.getValue());
        }
      }
      if (!view.names().known(meant.getKey())) {
        best = Math.max(best, meant.getValue() * inWords(meant.getKey(), fact.terms()));
      }
    }
    return best;
  }

  /** How well the words of a noun phrase are said, the last counting most. */
  private static float inWords(String phrase, Map<String, Float> terms) {
    String[] words = phrase.split(" ");
    float sum = 0;
    for (int i = 0; i < words.length; i++) {
      float share = i == words.length - 1 ? HEAD : (1 - HEAD) / (words.length - 1);
      sum += (words.length == 1 ? 1 : share) * Terms.match(terms, words[i]);
    }
    return sum;
  }

  private float label(String term, Fact fact) {
    float said = Terms.match(fact.terms(), term);
    if (fact.label().isEmpty()) {
      return said > 0 ? said : UNLABELLED;
    }
    return fits(fact.label()) ? said : said * CONFLICTING_LABEL;
  }

  /** Whether a label has a telling word in common with the question's. */
  private boolean fits(Set<String> label) {
    for (Unit unit : inquiry.units()) {
      if (unit.part() == Part.LABEL && label.stream().anyMatch(stem -> alike(stem, unit.term()))) {
        return true;
      }
    }
    return false;
  }

  private static boolean alike(String one, String other) {
    return one.equals(other)
        || Stems.root(one).equals(Stems.root(other))
        || Stems.root(one).equals(other)
        || Stems.root(other).equals(one)
        || Synonyms.groups(one).stream().anyMatch(Synonyms.groups(other)::contains);
  }

  /** How well each part but the label is covered by a sentence that a name is mentioned in. */
  float[] sentence(Sentence sentence, Mention anchor, int anchorUnit) {
    float[] matched = new float[weights.length];
    for (int i = 0; i < weights.length; i++) {
      Unit unit = unit(i);
      if (unit.part() == Part.NAME) {
        matched[i] = i == anchorUnit ? 1 : mentioned(unit.term(), sentence);
      } else if (unit.part() == Part.RELATION) {
        matched[i] = again(i, matched) ? 0 : relation(i, sentence, anchor, anchorUnit);
      } else if (unit.part() == Part.THING) {
        matched[i] =
            Math.max(inWords(unit.term(), sentence.terms()), mentioned(unit.term(), sentence));
      } else if (unit.part() != Part.LABEL && unit.part() != Part.GENERIC) {
        matched[i] = Terms.match(sentence.terms(), unit.term());
      }
    }
    return matched;
  }

  private float mentioned(String name, Sentence sentence) {
    Map<String, Float> meant = view.names().meant(name);
    float best = 0;
    for (Mention mention : sentence.mentions()) {
      best = Math.max(best, mention.weight() * meant.getOrDefault(mention.key(), 0f));
    }
    return best;
  }

  private float relation(int i, Sentence sentence, Mention anchor, int anchorUnit) {
    Unit unit = unit(i);
    float said = Terms.match(sentence.terms(), unit.term());
    int pivot = pivot(sentence.tokens(), unit.term());
    if (said == 0) {
      return pivot < 0 ? 0 : CONVERSE * turned(unit, pivot, sentence, anchor, anchorUnit, true);
    }
    return pivot < 0
        ? said
        : said * turned(unit, pivot, sentence, anchor, anchorUnit, converse(sentence, pivot, unit));
  }

  private static boolean converse(Sentence sentence, int pivot, Unit unit) {
    return Synonyms.converses(unit.term())
        .contains(Stems.root(sentence.tokens().get(pivot).stem()));
  }

  /** 1, or less where the anchor plainly stands on the other side than in the question. */
  private float turned(
      Unit unit, int pivot, Sentence sentence, Mention anchor, int anchorUnit, boolean converse) {
    if (anchorUnit < 0 || !anchor.here()) {
      return 1;
    }
    Unit name = unit(anchorUnit);
    if (converse && name.part() == Part.THING) {
      return 1;
    }
    Roles.Side asked = asked(unit, name);
    Roles.Side said = Roles.side(sentence.tokens(), pivot, anchor.from(), anchor.to());
    if (asked == Roles.Side.UNKNOWN || said == Roles.Side.UNKNOWN) {
      return 1;
    }
    return (asked == said) != converse ? 1 : TURNED;
  }

  /** 1, or less where a sentence leads to a name on the side that the question's own name is on. */
  float target(Sentence sentence, Mention target, int anchorUnit) {
    if (anchorUnit < 0 || !target.here()) {
      return 1;
    }
    for (int i = 0; i < weights.length; i++) {
      int pivot = unit(i).part() == Part.RELATION ? pivot(sentence.tokens(), unit(i).term()) : -1;
      if (pivot >= 0) {
        Roles.Side asked = asked(unit(i), unit(anchorUnit));
        Roles.Side said = Roles.side(sentence.tokens(), pivot, target.from(), target.to());
        boolean known = asked != Roles.Side.UNKNOWN && said != Roles.Side.UNKNOWN;
        return known && (asked == said) != converse(sentence, pivot, unit(i)) ? OTHER_SIDE : 1;
      }
    }
    return 1;
  }

  private Roles.Side asked(Unit relation, Unit name) {
    int width = name.term().split(" ").length;
    return Roles.side(inquiry.tokens(), relation.at(), name.at(), name.at() + width);
  }

  private static int pivot(List<Token> tokens, String term) {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).content() && alike(tokens.get(i).stem(), term)) {
        return i;
      }
    }
    for (Synonyms.Found phrase : Synonyms.phrases(tokens)) {
      if (phrase.group().equals(term) || Synonyms.groups(term).contains(phrase.group())) {
        return phrase.from();
      }
    }
    for (int i = 0; i < tokens.size(); i++) {
      if (Synonyms.converses(term).contains(Stems.root(tokens.get(i).stem()))) {
        return i;
      }
    }
    return -1;
  }
}
