package dev.carryover.core.report;

import dev.carryover.core.report.Treatment.Price;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a repair comes to if it were the rollout.
 *
 * @param treatment the repaired store, such as {@code repaired-re-embed}
 * @param formats that know this repair, and that the decision is about
 * @param decision as a verdict's, by the same test on the same observations
 * @param reason a sentence
 * @param pPreserved the largest over its hypotheses; absent where one could not be tested
 * @param pPreservedHolm the same, adjusted over all repairs here (Holm)
 * @param among the decision where it is chosen as one of these repairs: preserved only if the
 *     adjusted p still shows it
 * @param prices what the repair of a history takes, by format
 */
public record AfterRepair(
    String treatment,
    List<String> formats,
    String decision,
    String reason,
    OptionalDouble pPreserved,
    OptionalDouble pPreservedHolm,
    String among,
    SortedMap<String, Price> prices) {
  public AfterRepair {
    Objects.requireNonNull(treatment, "treatment");
    formats = List.copyOf(formats);
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(reason, "reason");
    Finite.require("p preserved", pPreserved);
    Finite.require("p preserved, Holm", pPreservedHolm);
    Objects.requireNonNull(among, "among");
    prices = Collections.unmodifiableSortedMap(new TreeMap<>(prices));
  }
}
