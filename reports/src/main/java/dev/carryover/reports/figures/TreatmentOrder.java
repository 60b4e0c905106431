package dev.carryover.reports.figures;

import dev.carryover.core.report.Treatment;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order in which treatments are read: from what was, over what is planned, to the controls. */
final class TreatmentOrder {
  private static final List<String> ORDER =
      List.of("before", "inherited", "style-rewrite", "mixed", "own", "ideal-router", "repaired");
  private static final List<String> CONTROLS =
      List.of("no-op", "again", "shuffled", "empty", "corrupted", "random-code-in-view");
  private static final Pattern PERCENTAGE = Pattern.compile("(mixed|corrupted)-(\\d{1,3})");

  static final Comparator<Treatment> COMPARATOR =
      Comparator.comparing((Treatment treatment) -> !treatment.evidence().equals("normal"))
          .thenComparing(treatment -> isControl(treatment.treatment()))
          .thenComparing(treatment -> place(treatment.treatment()))
          .thenComparing(treatment -> percentage(treatment.treatment()).orElse(0));

  private TreatmentOrder() {}

  static boolean isControl(String treatment) {
    return CONTROLS.contains(kind(treatment));
  }

  /** The percentage in names such as mixed-50. */
  static OptionalInt percentage(String treatment) {
    Matcher matcher = PERCENTAGE.matcher(treatment);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(2)))
        : OptionalInt.empty();
  }

  private static int place(String treatment) {
    List<String> order = isControl(treatment) ? CONTROLS : ORDER;
    int place = order.indexOf(kind(treatment));
    return place < 0 ? order.size() : place;
  }

  private static String kind(String treatment) {
    if (treatment.startsWith("repaired-")) {
      return "repaired";
    }
    if (treatment.startsWith("again-")) {
      return "again";
    }
    Matcher matcher = PERCENTAGE.matcher(treatment);
    return matcher.matches() ? matcher.group(1) : treatment;
  }
}
