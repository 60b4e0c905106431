package dev.carryover.models.reader;

import dev.carryover.models.reader.TimeFrame.Mode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settles between codes that fit a question about equally: by precedence, then by time. */
final class Judge {
  private static final float ENOUGH = 0.70f;
  private static final float RIVAL = 0.1f;
  private static final float SAME = 0.8f;

  private final Inquiry inquiry;
  private final View view;
  private final Timeline timeline;

  private Judge(Inquiry inquiry, View view) {
    this.inquiry = inquiry;
    this.view = view;
    this.timeline = new Timeline(view);
  }

  /** The answer, or nothing where the texts do not support one. */
  static Optional<String> decide(Inquiry inquiry, View view, List<Finding> findings) {
    return new Judge(inquiry, view).decide(findings);
  }

  /**
   * The answer among codes that were found without a reading: of those that fit about equally, the
   * one that the time asked about picks. Whose word counts takes a reading.
   */
  static Optional<String> settle(Inquiry inquiry, View view, List<Finding> findings) {
    if (findings.isEmpty() || inquiry.precedence()) {
      return Optional.empty();
    }
    float best = findings.get(0).score();
    List<Finding> rivals = findings.stream().filter(f -> f.score() >= best - RIVAL).toList();
    return new Timeline(view).pick(inquiry.frame(), rivals).map(f -> f.fact().code());
  }

  private Optional<String> decide(List<Finding> findings) {
    if (findings.isEmpty() || findings.get(0).score() < ENOUGH) {
      return Optional.empty();
    }
    float best = findings.get(0).score();
    List<Finding> rivals =
        findings.stream()
            .filter(f -> f.score() >= Math.max(ENOUGH, best - RIVAL))
            .filter(f -> sameOwner(f, findings.get(0)))
            .toList();
    if (inquiry.precedence()) {
      return new Arbiter(inquiry, view).ruled(rivals, true).map(f -> f.fact().code());
    }
    if (inquiry.frame().mode() == Mode.NONE && codes(rivals) > 1) {
      Optional<Finding> ruled = new Arbiter(inquiry, view).ruled(rivals, false);
      if (ruled.isPresent()) {
        return ruled.map(f -> f.fact().code());
      }
    }
    return timeline.pick(inquiry.frame(), rivals).map(f -> f.fact().code());
  }

  /** Whether two codes are said to be the same one's, or not said to be anybody's. */
  private boolean sameOwner(Finding one, Finding other) {
    List<Mention> owners = sure(one);
    List<Mention> others = sure(other);
    if (owners.isEmpty() || others.isEmpty()) {
      return true;
    }
    for (Mention owner : owners) {
      Map<String, Float> meant = view.names().meant(owner.key());
      if (others.stream().anyMatch(m -> meant.getOrDefault(m.key(), 0f) >= SAME)) {
        return true;
      }
    }
    return false;
  }

  private static List<Mention> sure(Finding finding) {
    return finding.fact().owners().stream().filter(m -> m.proper() && m.weight() >= SAME).toList();
  }

  private static long codes(List<Finding> findings) {
    return findings.stream().map(f -> f.fact().code()).distinct().count();
  }
}
