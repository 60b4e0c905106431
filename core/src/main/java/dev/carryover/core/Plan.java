package dev.carryover.core;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run does and how it decides, fixed before the first answer. With the observations it is
 * all that an analysis needs.
 *
 * @param histories their ids, in order
 * @param formats under test
 * @param treatments in the order in which they are reported
 * @param rule how the verdict is reached
 * @param seed of every random choice
 */
public record Plan(
    List<String> histories,
    List<PlannedFormat> formats,
    List<PlannedTreatment> treatments,
    Rule rule,
    long seed) {
  /** Stands for any history in the cell of a planned treatment. */
  public static final String ANY_HISTORY = "*";

  /** The planned direction of an upgrade. */
  public static final String OLD_TO_NEW = "old-to-new";

  /** The way back. */
  public static final String NEW_TO_OLD = "new-to-old";

  public Plan {
    histories = List.copyOf(histories);
    formats = List.copyOf(formats);
    treatments = List.copyOf(treatments);
    Objects.requireNonNull(rule, "rule");
  }

  /** The treatment of a format in a direction, read the memory's own way. */
  public Optional<PlannedTreatment> treatment(String format, String direction, String name) {
    return treatment(format, direction, name, EvidenceMode.NORMAL);
  }

  /** The same, where the reader is given what the mode says. */
  public Optional<PlannedTreatment> treatment(
      String format, String direction, String name, EvidenceMode evidence) {
    return treatments.stream()
        .filter(t -> t.format().equals(format))
        .filter(t -> t.direction().equals(direction))
        .filter(t -> t.name().equals(name))
        .filter(t -> t.evidence() == evidence)
        .findFirst();
  }

  /** The histories that a format is run on. */
  public List<String> histories(String format) {
    int count =
        formats.stream()
            .filter(planned -> planned.name().equals(format))
            .flatMapToInt(planned -> planned.histories().stream())
            .findFirst()
            .orElse(histories.size());
    return histories.subList(0, Math.min(count, histories.size()));
  }

  /** The histories that a treatment is run on: its format's, the first of them, or drawn ones. */
  public List<String> histories(PlannedTreatment treatment) {
    List<String> all = histories(treatment.format());
    int count = Math.min(treatment.histories().orElse(all.size()), all.size());
    if (treatment.draw().isEmpty()) {
      return all.subList(0, count);
    }
    long seed = treatment.draw().getAsLong();
    Set<String> drawn =
        all.stream()
            .sorted(Comparator.comparingLong(history -> Seeds.derive(seed, "draw", history)))
            .limit(count)
            .collect(Collectors.toUnmodifiableSet());
    return all.stream().filter(drawn::contains).toList();
  }

  /**
   * A memory format under test.
   *
   * @param name of the format
   * @param settings resolved
   * @param rankedItems the k of recall@k; empty where reads are not ranked
   * @param measure name of the metric that decides for this format; empty where nothing can
   * @param histories how many of the plan's it is run on, from the first; empty for all. Such a
   *     format is described and decides nothing
   */
  public record PlannedFormat(
      String name,
      SortedMap<String, String> settings,
      OptionalInt rankedItems,
      Optional<String> measure,
      OptionalInt histories) {
    public PlannedFormat {
      Texts.requireNotBlank("format", name);
      settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
      Objects.requireNonNull(rankedItems, "rankedItems");
      Objects.requireNonNull(measure, "measure");
      Objects.requireNonNull(histories, "histories");
    }

    /** One that is run on all histories. */
    public PlannedFormat(
        String name,
        SortedMap<String, String> settings,
        OptionalInt rankedItems,
        Optional<String> measure) {
      this(name, settings, rankedItems, measure, OptionalInt.empty());
    }
  }

  /**
   * A treatment of one format in one direction.
   *
   * @param format name of the format
   * @param direction {@link #OLD_TO_NEW} or {@link #NEW_TO_OLD}
   * @param name before, inherited, own, mixed-N, ideal-router, repaired-METHOD, or a control
   * @param cell its cell for {@link #ANY_HISTORY}; treatments with equal cells share observations.
   *     Empty where the treatment is derived from others (ideal-router)
   * @param histories how many of the format's it is run on; empty for all
   * @param draw the seed with which they are drawn; empty where they are the first ones
   */
  public record PlannedTreatment(
      String format,
      String direction,
      String name,
      Optional<Cell> cell,
      OptionalInt histories,
      OptionalLong draw) {
    public PlannedTreatment {
      Texts.requireNotBlank("format", format);
      Texts.requireNotBlank("direction", direction);
      Texts.requireNotBlank("treatment", name);
      Objects.requireNonNull(cell, "cell");
      Objects.requireNonNull(histories, "histories");
      Objects.requireNonNull(draw, "draw");
    }

    /** One that is run on the first of its format's histories, or on all. */
    public PlannedTreatment(
        String format, String direction, String name, Optional<Cell> cell, OptionalInt histories) {
      this(format, direction, name, cell, histories, OptionalLong.empty());
    }

    /** One that is run on all of its format's histories. */
    public PlannedTreatment(String format, String direction, String name, Optional<Cell> cell) {
      this(format, direction, name, cell, OptionalInt.empty());
    }

    /** What the reader is given. */
    public EvidenceMode evidence() {
      return cell.map(Cell::evidence).orElse(EvidenceMode.NORMAL);
    }

    /** Unique within a plan. */
    public String id() {
      String id = String.join("/", format, direction, name);
      return evidence() == EvidenceMode.NORMAL ? id : id + "/" + evidence().label();
    }
  }

  /**
   * How the verdict is reached (design/statistics.md).
   *
   * @param rollout what is planned for production: keep, mixed-N, rewrite or repaired-METHOD
   * @param references the treatments that it is compared with and that decide: before, own or both
   * @param margin the largest loss that counts as preserved, as a fraction of 1
   * @param maxFailed how many failed observations a verdict may live with
   */
  public record Rule(String rollout, List<String> references, double margin, int maxFailed) {
    public Rule {
      Texts.requireNotBlank("rollout", rollout);
      references = List.copyOf(references);
      if (!(margin >= 0 && margin <= 1)) {
        throw new IllegalArgumentException("margin is " + margin + ", must be from 0 to 1");
      }
    }
  }
}
