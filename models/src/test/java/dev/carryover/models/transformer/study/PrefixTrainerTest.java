package dev.carryover.models.transformer.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.carryover.models.transformer.KeyValues;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.study.Lesson.Target;
import dev.carryover.models.transformer.study.Packed.Piece;
import dev.carryover.models.transformer.study.PrefixTrainer.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PrefixTrainerTest {
  private static final int POSITIONS = 6;
  private static final int TEXT = 24;
  private static final Schedule SCHEDULE = new Schedule(0.1, 40, 1);

  private Transformer model;
  private KvCache text;
  private NDManager manager;
  private List<Lesson> lessons;

  @BeforeEach
  void studyAText() {
    model = TinyModels.load("tiny-llama");
    text = KvCache.prefill(model, TinyModels.tokens(1, TEXT));
    manager = model.newManager();
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      pieces.add(new Piece(TinyModels.tokens(10 + i, 6 + i), 3, 3 + i));
    }
    lessons = new Teacher(model.decoder(), text.keyValues(), manager).lessons(pieces);
  }

  @AfterEach
  void close() {
    text.close();
    model.close();
  }

  private KeyValues start() {
    return text.slice(0, POSITIONS).keyValues();
  }

  private PrefixTrainer trainer(KeyValues start) {
    return new PrefixTrainer(
        model.decoder(), manager, text.keyValues(), start, text.nextPosition(), SCHEDULE);
  }

  private List<float[]> numbers(KeyValues of) {
    List<float[]> numbers = new ArrayList<>();
    of.keys().forEach(key -> numbers.add(key.toFloatArray()));
    of.values().forEach(value -> numbers.add(value.toFloatArray()));
    return numbers;
  }

  /** A prefix that differs from another by a direction, [2 * layers, G, S - 1, D], this far. */
  private KeyValues moved(KeyValues from, float[] direction, double far) {
    List<NDArray> moved = new ArrayList<>();
    List<NDArray> all = new ArrayList<>(from.keys());
    all.addAll(from.values());
    int at = 0;
    for (NDArray each : all) {
      Shape shape = each.getShape();
      int size = Math.toIntExact(shape.get(3));
      int columns = Math.toIntExact(shape.get(2));
      float[] numbers = each.toFloatArray();
      for (int head = 0; head < shape.get(1); head++) {
        for (int i = size; i < columns * size; i++) {
          numbers[head * columns * size + i] += (float) (far * direction[at++]);
        }
      }
      moved.add(manager.create(numbers, shape));
    }
    int layers = from.keys().size();
    return new KeyValues(moved.subList(0, layers), moved.subList(layers, 2 * layers));
  }

  @Test
  void theGradientIsTheSlopeOfTheLoss() {
    // 32-bit floats: slopes over 0.02 of a direction agree within 2 % of the gradient's length
    double far = 0.01;
    try (PrefixTrainer trainer = trainer(start())) {
      PrefixTrainer.Graded graded = trainer.graded(lessons, manager);
      float[] gradient = graded.gradient().toFloatArray();
      double length = Math.sqrt(dot(gradient, gradient));
      assertThat(length).isGreaterThan(1e-3);
      assertThat(graded.loss()).isCloseTo(trainer.loss(lessons), within(1e-6));

      List<float[]> directions = new ArrayList<>();
      directions.add(gradient.clone());
      Random random = new Random(5);
      for (int i = 0; i < 4; i++) {
        float[] direction = gradient.clone();
        for (int j = 0; j < direction.length; j++) {
          direction[j] *= random.nextFloat();
        }
        directions.add(direction);
      }
      for (float[] direction : directions) {
        double size = Math.sqrt(dot(direction, direction));
        for (int j = 0; j < direction.length; j++) {
          direction[j] /= (float) size;
        }
        double slope = (loss(direction, far) - loss(direction, -far)) / (2 * far);
        assertThat(slope).isCloseTo(dot(gradient, direction), within(0.02 * length));
      }
    }
  }

  private double loss(float[] direction, double far) {
    try (PrefixTrainer trainer = trainer(moved(start(), direction, far))) {
      return trainer.loss(lessons);
    }
  }

  private static double dot(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }

  @Test
  void trainingBringsThePrefixNearerToTheTextAndLeavesTheFirstColumnAlone() {
    try (PrefixTrainer trainer = trainer(start())) {
      double before = trainer.loss(lessons);
      for (int i = 0; i < SCHEDULE.steps(); i++) {
        trainer.step(lessons);
      }

      assertThat(trainer.loss(lessons)).isBetween(0.0, before / 3);
      List<float[]> first = numbers(text.slice(0, 1).keyValues());
      try (KvCache trained = cache(trainer);
          KvCache firstOfTrained = trained.slice(0, 1);
          KvCache others = trained.slice(1, POSITIONS);
          KvCache otherTokens = text.slice(1, POSITIONS)) {
        assertThat(same(numbers(firstOfTrained.keyValues()), first)).isTrue();
        assertThat(same(numbers(others.keyValues()), numbers(otherTokens.keyValues()))).isFalse();
      }
    }
  }

  private KvCache cache(PrefixTrainer trainer) {
    int[] positions = Arrays.copyOf(text.positions(), POSITIONS);
    return KvCache.of(model, trainer.prefix(manager), positions, new int[POSITIONS]);
  }

  private static boolean same(List<float[]> one, List<float[]> other) {
    return Arrays.deepEquals(one.toArray(), other.toArray());
  }

  @Test
  void theTextItselfHasNoLoss() {
    try (PrefixTrainer trainer = trainer(text.keyValues())) {
      assertThat(trainer.loss(lessons)).isCloseTo(0, within(1e-5));
    }
  }

  @Test
  void conversationsSideBySideDoNotSeeOneAnother() {
    try (PrefixTrainer trainer = trainer(start())) {
      double weighted = 0;
      int targets = 0;
      for (Lesson lesson : lessons) {
        weighted += trainer.loss(List.of(lesson)) * lesson.targets().size();
        targets += lesson.targets().size();
      }
      assertThat(trainer.loss(lessons)).isCloseTo(weighted / targets, within(1e-5));
    }
  }

  @Test
  void twoTrainingsAreTheSameToTheBit() {
    try (PrefixTrainer one = trainer(start());
        PrefixTrainer other = trainer(start())) {
      for (int i = 0; i < 5; i++) {
        assertThat(one.step(lessons)).isEqualTo(other.step(lessons));
      }
      assertThat(same(numbers(one.prefix(manager)), numbers(other.prefix(manager)))).isTrue();
    }
  }

  @Test
  void aStepWithoutAFiniteGradientIsSkipped() {
    Target broken = new Target(new int[] {5, 6}, new float[] {Float.NaN, 0.5f});
    try (PrefixTrainer trainer = trainer(start())) {
      List<float[]> before = numbers(trainer.prefix(manager));

      OptionalDouble loss =
          trainer.step(List.of(new Lesson(new int[] {4, 5, 6}, 2, List.of(broken))));

      assertThat(loss).isEmpty();
      assertThat(same(numbers(trainer.prefix(manager)), before)).isTrue();
      assertThat(trainer.step(lessons)).isPresent();
    }
  }

  @Test
  void aPrefixOfNothingButItsFirstColumnCannotBeTrained() {
    assertThatThrownBy(() -> trainer(text.slice(0, 1).keyValues()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 columns");
  }

  @Test
  void theRateRisesAndThenFalls() {
    assertThat(SCHEDULE.at(0)).isLessThan(SCHEDULE.at(2));
    assertThat(SCHEDULE.at(2)).isCloseTo(0.1, within(1e-6));
    assertThat(SCHEDULE.at(39)).isBetween(0.005, 0.006);
    assertThat(new Schedule(0.1, 1, 1).at(0)).isBetween(0.01, 0.1);
  }
}
