package dev.carryover.models.nano.training;

import dev.carryover.models.nano.training.Lessons.Mix;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which documents come when: short ones with plain facts first, then longer ones and other kinds of
 * content. The next level begins when the loss of this one is low enough, or when a share of the
 * tokens is spent.
 */
final class Curriculum {
  private static final Mix DIRECT = new Mix(1, 0, 0, 0, 0);
  private static final Mix CHANGES = new Mix(2, 1, 0, 0, 0);
  private static final List<Double> LATEST = List.of(0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8);
  private static final int LEAST_STEPS = 40;
  private static final double MEMORY = 0.96;

  private final List<Level> levels;
  private State state;

  /**
   * A level.
   *
   * @param sentences of its longest documents
   * @param width tokens of a row
   * @param mix of content
   * @param unknowns whether there are questions without an answer, and words that mean nothing
   * @param enough the loss that ends it
   */
  record Level(int sentences, int width, Mix mix, boolean unknowns, double enough) {}

  /**
   * How far it has come.
   *
   * @param level that is reached
   * @param steps since then
   * @param loss running mean of the level's own steps; negative before the first
   */
  record State(int level, int steps, double loss) {}

  Curriculum(Mix mix, boolean whole) {
    levels =
        List.of(
            new Level(3, 48, DIRECT, false, 0.30),
            new Level(4, 80, DIRECT, true, 0.25),
            new Level(8, 144, DIRECT, true, 0.25),
            new Level(8, 144, CHANGES, true, 0.25),
            new Level(8, 144, mix, true, 0.15),
            new Level(16, 288, mix, true, 0.15),
            new Level(24, 400, mix, true, 0.15),
            new Level(34, 512, mix, true, 0));
    state = new State(whole ? 0 : levels.size() - 1, 0, -1);
  }

  State state() {
    return state;
  }

  void restore(State earlier) {
    state = earlier;
  }

  Level level(int number) {
    return levels.get(number);
  }

  /** The level of a step: mostly the one that is reached, in 30 of 100 one of the last three. */
  int choose(SplittableRandom random) {
    int reached = state.level();
    if (reached == 0 || random.nextInt(100) >= 30) {
      return reached;
    }
    return random.nextInt(Math.max(0, reached - 2), reached + 1);
  }

  /** Takes note of a step; true where the next level begins. */
  boolean learnt(int level, double loss, double done) {
    double mean = state.loss();
    if (level == state.level()) {
      mean = mean < 0 ? loss : MEMORY * mean + (1 - MEMORY) * loss;
    }
    int steps = state.steps() + 1;
    boolean last = state.level() == levels.size() - 1;
    boolean learnt = steps > LEAST_STEPS && mean >= 0 && mean < level(state.level()).enough();
    if (!last && (learnt || done > LATEST.get(state.level()))) {
      state = new State(state.level() + 1, 0, -1);
      return true;
    }
    state = new State(state.level(), steps, mean);
    return false;
  }
}
