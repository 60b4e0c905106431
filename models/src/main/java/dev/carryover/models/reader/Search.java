package dev.carryover.models.reader;

import dev.carryover.models.reader.Inquiry.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks for codes whose sentence, or a chain of sentences that lead to it from name to name, covers
 * the question.
 */
final class Search {
  private static final int MOST_STEPS = 3;
  private static final int MOST_NODES = 24;
  private static final int MOST_SENTENCES = 400;
  private static final float SAME = 0.8f;
  private static final float STEP_COST = 0.02f;

  private static final float BESIDE = 0.03f;
  private static final float MOST_BESIDE = 0.06f;
  private static final float LEAST_GAIN = 0.05f;

  private final Inquiry inquiry;
  private final View view;
  private final Scorer scorer;
  private final Map<String, Finding> best = new TreeMap<>();

  private Search(Inquiry inquiry, View view) {
    this.inquiry = inquiry;
    this.view = view;
    this.scorer = new Scorer(inquiry, view);
  }

  /** A name that the search has come to, with what the way there covers. */
  private record Node(
      String key, float sure, float[] matched, Set<Integer> way, float value, float cost) {}

  /** The codes found, best first, then in the order of the texts. */
  static List<Finding> findings(Inquiry inquiry, View view) {
    Search search = new Search(inquiry, view);
    search.direct();
    search.chains();
    List<Finding> found = new ArrayList<>(search.best.values());
    found.sort(
        Comparator.comparing((Finding f) -> -f.score())
            .thenComparing(Finding::sentence)
            .thenComparing(f -> f.fact().at()));
    return found;
  }

  private void direct() {
    for (int id : candidates()) {
      for (Fact fact : view.sentence(id).facts()) {
        offer(fact, id, scorer.coverage(scorer.fact(fact)));
      }
    }
  }

  /** The sentences with codes that name or say any telling part of the question. */
  private Set<Integer> candidates() {
    Set<Integer> ids = new LinkedHashSet<>();
    boolean names = false;
    for (int i = 0; i < scorer.parts(); i++) {
      if (scorer.unit(i).part() == Part.NAME) {
        names = true;
        meant(scorer.unit(i).term(), ids);
      }
    }
    for (int i = 0; i < scorer.parts() && !names; i++) {
      if (scorer.unit(i).part() == Part.THING) {
        meant(scorer.unit(i).term(), ids);
      } else if (scorer.unit(i).part() != Part.GENERIC) {
        ids.addAll(view.saying(scorer.unit(i).term()));
      }
    }
    ids.removeIf(id -> view.sentence(id).facts().isEmpty());
    return ids;
  }

  /** The sentences that mention what a name may mean, or say its words. */
  private void meant(String name, Set<Integer> ids) {
    Set<String> keys = new LinkedHashSet<>(view.names().meant(name).keySet());
    keys.add(name);
    for (String key : keys) {
      ids.addAll(view.mentioning(key));
      for (String term : key.split(" ")) {
        ids.addAll(view.saying(term));
      }
    }
  }

  private void offer(Fact fact, int sentence, float score) {
    if (inquiry.codes().contains(fact.code())) {
      return;
    }
    String place = sentence + "/" + fact.at();
    Finding known = best.get(place);
    if (known == null || known.score() < score) {
      best.put(place, new Finding(fact, sentence, score));
    }
  }

  private void chains() {
    if (!relations()) {
      return;
    }
    List<Node> nodes = seeds();
    for (int step = 1; step < MOST_STEPS && !nodes.isEmpty(); step++) {
      List<Node> next = new ArrayList<>();
      for (Node node : nodes) {
        finish(node, step);
        if (step + 1 < MOST_STEPS) {
          expand(node, next);
        }
      }
      nodes = prune(next);
    }
  }

  private boolean relations() {
    for (int i = 0; i < scorer.parts(); i++) {
      if (scorer.unit(i).part() == Part.RELATION) {
        return true;
      }
    }
    return false;
  }

  /** The names that a sentence about a name in the question leads to. */
  private List<Node> seeds() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < scorer.parts(); i++) {
      Part part = scorer.unit(i).part();
      if (part == Part.NAME || part == Part.THING) {
        int unit = i;
        view.names()
            .meant(scorer.unit(i).term())
            .forEach(
                (key, sure) -> step(new Node(key, sure, blank(), Set.of(), 0, 0), unit, nodes));
      }
      if (part == Part.THING) {
        thing(i, nodes);
      }
    }
    return prune(nodes);
  }

  private void thing(int unit, List<Node> nodes) {
    int seen = 0;
    String term = scorer.unit(unit).term();
    for (int id : view.saying(term.substring(term.lastIndexOf(' ') + 1))) {
      if (seen++ > MOST_SENTENCES) {
        return;
      }
      float[] matched =
          scorer.sentence(view.sentence(id), Mention.of(0, 0, List.of("?"), false).carried(1), -1);
      lead(id, "", matched, new Node("", 1, blank(), Set.of(), 0, 0), unit, nodes);
    }
  }

  private float[] blank() {
    return new float[scorer.parts()];
  }

  private void expand(Node node, List<Node> next) {
    view.names()
        .meant(node.key())
        .forEach(
            (key, sure) -> {
              if (sure >= SAME) {
                step(
                    new Node(
                        key,
                        sure * node.sure(),
                        node.matched(),
                        node.way(),
                        node.value(),
                        node.cost()),
                    -1,
                    next);
              }
            });
  }

  private void step(Node from, int unit, List<Node> next) {
    int seen = 0;
    for (int id : view.mentioning(from.key())) {
      if (seen++ > MOST_SENTENCES || from.way().contains(id)) {
        continue;
      }
      Sentence sentence = view.sentence(id);
      for (Mention anchor : sentence.mentions()) {
        if (anchor.key().equals(from.key())) {
          float[] matched = scorer.sentence(sentence, anchor, unit);
          if (unit >= 0) {
            matched[unit] = from.sure() * anchor.weight();
          }
          lead(id, from.key(), matched, from, unit, next);
          break;
        }
      }
    }
  }

  /** Goes from a sentence on to everything else that it mentions. */
  private void lead(int id, String fromKey, float[] matched, Node from, int unit, List<Node> next) {
    float[] all = blank();
    float gain = 0;
    scorer.onward(matched, from.matched());
    for (int i = 0; i < all.length; i++) {
      all[i] = Math.max(matched[i], from.matched()[i]);
      boolean relation = scorer.unit(i).part() == Part.RELATION;
      gain += relation ? scorer.weight(i) * (all[i] - from.matched()[i]) : 0;
    }
    if (gain < LEAST_GAIN) {
      return;
    }
    Set<Integer> way = new LinkedHashSet<>(from.way());
    way.add(id);
    float cost = from.cost() + Math.min(MOST_BESIDE, BESIDE * scorer.beside(view.sentence(id)));
    for (Mention mention : view.sentence(id).mentions()) {
      if (!mention.key().equals(fromKey) && !asked(mention.key())) {
        float sure =
            from.sure() * mention.weight() * scorer.target(view.sentence(id), mention, unit);
        next.add(new Node(mention.key(), sure, all, way, sure * scorer.coverage(all) - cost, cost));
      }
    }
  }

  /** Whether a mention is a name in the question. */
  private boolean asked(String key) {
    if (scorer.allAsked(key)) {
      return true;
    }
    for (int i = 0; i < scorer.parts(); i++) {
      if (scorer.unit(i).part() == Part.NAME
          && view.names().meant(scorer.unit(i).term()).getOrDefault(key, 0f) >= SAME) {
        return true;
      }
    }
    return false;
  }

  private static List<Node> prune(List<Node> nodes) {
    Map<String, Node> byKey = new HashMap<>();
    for (Node node : nodes) {
      Node known = byKey.get(node.key());
      if (known == null || known.value() < node.value()) {
        byKey.put(node.key(), node);
      }
    }
    List<Node> kept = new ArrayList<>(byKey.values());
    kept.sort(Comparator.comparing((Node n) -> -n.value()).thenComparing(Node::key));
    return kept.subList(0, Math.min(MOST_NODES, kept.size()));
  }

  /** Offers the codes that are the node's. */
  private void finish(Node node, int steps) {
    view.names()
        .meant(node.key())
        .forEach(
            (key, sure) -> {
              for (int id : sure >= SAME ? view.mentioning(key) : Set.<Integer>of()) {
                boolean onWay = node.way().contains(id) && view.sentence(id).facts().size() > 1;
                for (Fact fact : onWay ? List.<Fact>of() : view.sentence(id).facts()) {
                  float owned = owned(fact, key);
                  if (owned > 0) {
                    offer(
                        fact,
                        id,
                        score(node, fact, sure * owned) - STEP_COST * steps - node.cost());
                  }
                }
              }
            });
  }

  private static float owned(Fact fact, String key) {
    float best = 0;
    for (Mention owner : fact.owners()) {
      best = owner.key().equals(key) ? Math.max(best, owner.weight()) : best;
    }
    return best;
  }

  private float score(Node node, Fact fact, float sure) {
    float[] matched = scorer.fact(fact);
    for (int i = 0; i < matched.length; i++) {
      Part part = scorer.unit(i).part();
      if (part != Part.LABEL && part != Part.GENERIC) {
        float own = part == Part.NAME ? 0 : matched[i];
        matched[i] = sure * node.sure() * Math.max(own, node.matched()[i]);
      }
    }
    return scorer.coverage(matched);
  }
}
