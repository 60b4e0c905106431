package dev.carryover.studies.composition;

import dev.carryover.studies.items.Answers;
import dev.carryover.studies.items.Contrast;
import dev.carryover.studies.items.Contrast.Standing;
import dev.carryover.studies.items.Contrasts;
import dev.carryover.studies.items.HalfRule;
import dev.carryover.studies.items.Pairing;
import dev.carryover.studies.report.Findings;
import dev.carryover.studies.report.Verdict;
import dev.carryover.studies.report.Verdict.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the answers say about putting memories together. */
final class CompositionFindings {
  /** The arm without a memory. */
  static final String FLOOR = "no memory";

  private final Answers answers;
  private final List<Integer> sizes;
  private final List<Kind> kinds;
  private final Contrasts contrasts;

  CompositionFindings(Answers answers, List<Integer> sizes, List<Kind> kinds) {
    this.answers = answers;
    this.sizes = sizes;
    this.kinds = kinds;
    this.contrasts = new Contrasts(answers, FLOOR);
  }

  /** The arm of all sources of a block read together. */
  static String reference(int size) {
    return size + " read together";
  }

  Findings findings() {
    kinds.forEach(kind -> sizes.forEach(size -> claim(kind, size)));
    if (kinds.contains(Kind.FEW) && kinds.contains(Kind.MANY)) {
      sizes.forEach(this::claimSourceCount);
    }
    List<Contrast> judged = contrasts.judged();
    List<Verdict> verdicts = new ArrayList<>();
    kinds.forEach(kind -> sizes.forEach(size -> verdicts.add(verdict(kind, size, judged))));
    return new Findings(
        unmeasurable(),
        answers.arms().stream().map(answers::arm).toList(),
        judged,
        verdicts,
        limits());
  }

  private void claim(Kind kind, int size) {
    String raw = kind.together(size, Assembly.RAW);
    String first = kind.together(size, Assembly.FIRST_MARKER);
    String name = kind.label() + ", " + size + ": ";
    contrasts.claim(collapse(kind, size), kind.own(), raw);
    contrasts.claim(name + "first marker alone kept", raw, first);
    contrasts.claim(name + "what stays lost", kind.own(), first);
    if (kind.covisible()) {
      if (kinds.contains(Kind.CARTRIDGE)) {
        contrasts.claim(
            name + "against training alone", Kind.CARTRIDGE.together(size, Assembly.RAW), raw);
      }
    } else {
      contrasts.claim(
          name + "an ordinary column dropped", raw, kind.together(size, Assembly.ORDINARY));
      contrasts.claim(name + "every marker dropped", raw, kind.together(size, Assembly.NO_MARKER));
    }
  }

  private static String collapse(Kind kind, int size) {
    return kind.label() + ", " + size + ": put together";
  }

  private void claimSourceCount(int size) {
    contrasts.claim(
        "few or many sources in training, " + size,
        Kind.FEW.together(size, Assembly.RAW),
        Kind.MANY.together(size, Assembly.RAW));
  }

  private Verdict verdict(Kind kind, int size, List<Contrast> judged) {
    String name =
        kind.label()
            + ", "
            + size
            + ": keeping the first start marker alone recovers half the collapse";
    Contrast collapse =
        judged.stream()
            .filter(contrast -> contrast.name().equals(collapse(kind, size)))
            .findFirst()
            .orElseThrow();
    Pairing pairing = collapse.pairing();
    int damaged = pairing.both() + pairing.gained();
    int recovered =
        answers
            .pair(kind.together(size, Assembly.RAW), kind.together(size, Assembly.FIRST_MARKER))
            .net();
    HalfRule rule = new HalfRule(pairing.both() + pairing.lost(), damaged, damaged + recovered);
    if (collapse.standing() != Standing.SHOWN || rule.collapse() <= 0) {
      return new Verdict(
          name, Decision.NOT_MEASURABLE, OptionalDouble.empty(), noCollapse(collapse, rule));
    }
    return new Verdict(
        name,
        rule.holds() ? Decision.YES : Decision.NO,
        OptionalDouble.of(rule.margin()),
        "Lost %d items, recovered %d: half is %s by %s items"
            .formatted(
                rule.collapse(),
                rule.recovery(),
                rule.holds() ? "reached" : "missed",
                Math.abs(rule.margin())));
  }

  private static String noCollapse(Contrast collapse, HalfRule rule) {
    if (collapse.standing() == Standing.VOID) {
      return "Neither the own memory nor the composed one is measurably better than none";
    }
    return "No collapse is shown: %d items lost, where %s would have been seen"
        .formatted(
            rule.collapse(),
            collapse.detectable().isPresent()
                ? collapse.detectable().getAsInt() + " net"
                : "none however many");
  }

  private Optional<String> unmeasurable() {
    return kinds.stream().map(Kind::own).anyMatch(contrasts::aboveFloor)
        ? Optional.empty()
        : Optional.of(
            "no memory of a single source is measurably better than none (p under %s)"
                .formatted(Pairing.ALPHA));
  }

  private static List<String> limits() {
    return List.of(
        "The exact McNemar test takes items for independent; items of one source share a memory.",
        "What is not shown is not shown to be absent: beside it stands the smallest net change that"
            + " would have been found with 80 % power.",
        "The accuracy of one model on one kind of source; another model may behave otherwise.",
        "Dropped columns leave a gap in the positions; closing it was not tried.");
  }
}
