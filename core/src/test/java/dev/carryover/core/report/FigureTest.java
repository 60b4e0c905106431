package dev.carryover.core.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Plan;
import dev.carryover.core.run.RunRecord;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever reaches a report or a run's record as a figure is a number. */
class FigureTest {
  private static final double[] NO_NUMBERS = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };

  /** Every component of a record of the report or of the run that holds figures. */
  static Stream<Arguments> figures() {
    return Stream.concat(
            Stream.of(AfterRepair.class, Figure.class, Identity.class),
            Stream.of(RunReport.class, Treatment.class, Plan.class, RunRecord.class)
                .flatMap(owner -> Stream.of(owner.getDeclaredClasses())))
        .filter(Class::isRecord)
        .flatMap(
            type ->
                Stream.of(type.getRecordComponents())
                    .filter(FigureTest::holdsFigures)
                    .map(component -> Arguments.of(type, component.getName())));
  }

  @Test
  void theRecordsThatHoldFiguresAreFound() {
    assertThat(figures().map(figure -> ((Class<?>) figure.get()[0]).getSimpleName()).distinct())
        .contains("Verdict", "Hypothesis", "Figure", "Contrast", "HistoryFigures", "Gate")
        .contains("SpaceComparison", "Cost", "RunInfo", "Rule", "Clock")
        .contains("AfterRepair", "Identity", "Price");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("figures")
  void aFigureThatIsNoNumberIsRefused(Class<?> type, String component) {
    assertThatCode(() -> make(type, component, 0.5)).doesNotThrowAnyException();
    for (double noNumber : NO_NUMBERS) {
      assertThatThrownBy(() -> make(type, component, noNumber))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Double.toString(noNumber));
    }
  }

  private static boolean holdsFigures(RecordComponent component) {
    return component.getGenericType().getTypeName().matches(".*\\b([dD]ouble|OptionalDouble)\\b.*");
  }

  private static Object make(Class<?> type, String component, double figure)
      throws ReflectiveOperationException {
    List<Class<?>> types = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (RecordComponent each : type.getRecordComponents()) {
      types.add(each.getType());
      values.add(value(each, each.getName().equals(component) ? figure : 0.25));
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types.toArray(new Class<?>[0]));
    try {
      return constructor.newInstance(values.toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw e;
    }
  }

  private static Object value(RecordComponent component, double figure) {
    Map<Class<?>, Object> values =
        Map.of(
            double.class,
            figure,
            OptionalDouble.class,
            OptionalDouble.of(figure),
            int.class,
            1,
            long.class,
            1L,
            boolean.class,
            true,
            String.class,
            "text",
            Optional.class,
            Optional.empty(),
            OptionalInt.class,
            OptionalInt.empty(),
            List.class,
            List.of());
    if (Map.class.isAssignableFrom(component.getType())) {
      return holdsFigures(component)
          ? new TreeMap<>(Map.of("figure", figure))
          : Collections.emptySortedMap();
    }
    return component.getType().equals(Optional.class) && holdsFigures(component)
        ? Optional.of(List.of(figure))
        : values.get(component.getType());
  }
}
