package dev.carryover.models.transformer.study;

import dev.carryover.core.Usage;
import dev.carryover.models.transformer.study.SelfStudy.Studied;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Other texts that a part of a cartridge's conversations is about, answered with those in view, so
 * that it is trained in their company (Hardalov et al., 2026).
 *
 * @param others each a text's passages; may be empty
 * @param share of the conversations, from 0 to 1
 */
public record Covisible(List<List<String>> others, double share) {
  /** Every conversation is about the cartridge's own text. */
  public static final Covisible NONE = new Covisible(List.of(), 0);

  public Covisible {
    others = others.stream().map(List::copyOf).toList();
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share of " + share + " of the conversations");
    }
  }

  /**
   * Puts conversations about the others in the place of as many tokens of a text's own: which of
   * its own stay, and in which order the others' are taken, is drawn; the others take turns.
   *
   * @param own about the text itself
   * @param about one for each of the others
   */
  Studied mixed(Studied own, List<Studied> about, long seed) {
    if (others.isEmpty()) {
      return own;
    }
    Random random = new Random(seed);
    Mix mix = new Mix(own.usage());
    List<Integer> order = shuffled(own, random);
    int stay = (int) Math.round((1 - share) * order.size());
    order.subList(0, stay).forEach(i -> mix.add(own, i));
    int room = order.subList(stay, order.size()).stream().mapToInt(i -> tokens(own, i)).sum();
    List<List<Integer>> orders = about.stream().map(one -> shuffled(one, random)).toList();
    about.forEach(one -> mix.usage = mix.usage.plus(one.usage()));
    int most = orders.stream().mapToInt(List::size).max().orElse(0);
    for (int turn = 0; turn < most; turn++) {
      for (int i = 0; i < orders.size(); i++) {
        if (turn < orders.get(i).size() && tokens(about.get(i), orders.get(i).get(turn)) <= room) {
          room -= tokens(about.get(i), orders.get(i).get(turn));
          mix.add(about.get(i), orders.get(i).get(turn));
        }
      }
    }
    return mix.studied();
  }

  private static List<Integer> shuffled(Studied studied, Random random) {
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, studied.lessons().size()).boxed().toList());
    Collections.shuffle(order, random);
    return order;
  }

  private static int tokens(Studied studied, int conversation) {
    return studied.lessons().get(conversation).tokens().length;
  }

  /** The conversations that were chosen. */
  private static final class Mix {
    private final List<Conversation> conversations = new ArrayList<>();
    private final List<Lesson> lessons = new ArrayList<>();
    private Usage usage;

    Mix(Usage usage) {
      this.usage = usage;
    }

    void add(Studied from, int conversation) {
      conversations.add(from.conversations().get(conversation));
      lessons.add(from.lessons().get(conversation));
    }

    Studied studied() {
      return new Studied(conversations, lessons, usage);
    }
  }
}
