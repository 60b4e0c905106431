package dev.carryover.models.reader;

import dev.carryover.models.reader.Fact.Standing;
import dev.carryover.models.reader.TimeFrame.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Puts codes in the order in which they came into force, and picks the one asked for. */
final class Timeline {
  private static final float HAPPENING_NAMED = 0.6f;
  private static final float SAME_FIT = 0.02f;

  private final View view;

  Timeline(View view) {
    this.view = view;
  }

  /** A moment: by date, and by place in the texts where dates do not tell. */
  private record Moment(OptionalLong start, OptionalLong end, int sentence) {}

  /** The code in force in a time frame; nothing where the texts do not say when that was. */
  Optional<Finding> pick(TimeFrame frame, List<Finding> rivals) {
    List<Finding> close = frame.mode() == Mode.NONE ? close(rivals) : rivals;
    List<Finding> ordered = ordered(meant(close));
    if (ordered.isEmpty()) {
      return Optional.empty();
    }
    Optional<Finding> told = told(frame, ordered);
    if (told.isPresent()) {
      return told;
    }
    if (frame.anchored()) {
      return moment(frame).flatMap(moment -> around(frame.mode(), moment, ordered));
    }
    switch (frame.mode()) {
      case FIRST:
        return Optional.of(ordered.get(0));
      case PREVIOUS:
        return previous(ordered);
      default:
        return Optional.of(latest(ordered)).filter(f -> f.fact().standing() != Standing.FORMER);
    }
  }

  /** The only code whose own part of a sentence tells of the happening asked about. */
  private Optional<Finding> told(TimeFrame frame, List<Finding> ordered) {
    if (frame.happening().isEmpty()) {
      return Optional.empty();
    }
    List<Finding> telling = ordered.stream().filter(f -> tells(f, frame)).toList();
    return telling.size() == 1 ? Optional.of(telling.get(0)) : Optional.empty();
  }

  /** Whether the words around a code, up to the next, say when by the same happening. */
  private boolean tells(Finding finding, TimeFrame frame) {
    List<Token> tokens = view.sentence(finding.sentence()).tokens();
    int from = finding.fact().at();
    while (from > 0 && !tokens.get(from - 1).code()) {
      from--;
    }
    for (int i = finding.fact().at(); from > 0 && i > from; i--) {
      if (tokens.get(i).is(",") || tokens.get(i).is(";")) {
        from = i;
      }
    }
    int to = finding.fact().at() + 1;
    while (to < tokens.size() && !tokens.get(to).code() && !tokens.get(to).is(";")) {
      to++;
    }
    List<Token> part = tokens.subList(from, to);
    boolean said =
        frame.happening().stream().allMatch(s -> part.stream().anyMatch(t -> t.stem().equals(s)));
    boolean before = part.stream().anyMatch(t -> t.is("before") || t.is("until"));
    return said && before == (frame.mode() == Mode.BEFORE);
  }

  /** Whether one came into force after the other. */
  boolean later(Finding one, Finding other) {
    return compare(one, other) > 0;
  }

  /** The rivals that fit as well as the best, or differ from it in what is said of their age. */
  private static List<Finding> close(List<Finding> rivals) {
    Finding best = rivals.get(0);
    return rivals.stream()
        .filter(
            f ->
                f.score() >= best.score() - SAME_FIT
                    || f.fact().standing() != Standing.PLAIN
                    || best.fact().standing() != Standing.PLAIN
                    || f.fact().since().isPresent())
        .toList();
  }

  private static List<Finding> meant(List<Finding> rivals) {
    List<Finding> meant =
        rivals.stream().filter(f -> f.fact().standing() != Standing.DENIED).toList();
    List<Finding> said =
        meant.stream().filter(f -> f.fact().standing() != Standing.SUPPOSED).toList();
    return said.isEmpty() ? meant : said;
  }

  private List<Finding> ordered(List<Finding> findings) {
    List<Finding> ordered = new ArrayList<>();
    for (Finding finding : findings) {
      int at = ordered.size();
      while (at > 0 && compare(finding, ordered.get(at - 1)) < 0) {
        at--;
      }
      ordered.add(at, finding);
    }
    return ordered;
  }

  private int compare(Finding one, Finding other) {
    int standing = one.fact().standing().compareTo(other.fact().standing());
    boolean former =
        one.fact().standing() == Standing.FORMER || other.fact().standing() == Standing.FORMER;
    if (one.sentence() == other.sentence()) {
      int dated = Boolean.compare(one.fact().since().isPresent(), other.fact().since().isPresent());
      if (standing == 0 && dated != 0) {
        return dated;
      }
      int score = Float.compare(one.score(), other.score());
      return standing != 0 ? standing : score != 0 ? score : one.fact().at() - other.fact().at();
    }
    OptionalLong start = start(one);
    OptionalLong otherStart = start(other);
    if (start.isPresent()
        && otherStart.isPresent()
        && start.getAsLong() != otherStart.getAsLong()) {
      boolean told = one.fact().since().isPresent() && other.fact().since().isPresent();
      if (!former || told) {
        return Long.compare(start.getAsLong(), otherStart.getAsLong());
      }
    }
    return standing != 0 ? standing : Integer.compare(one.sentence(), other.sentence());
  }

  private Finding latest(List<Finding> ordered) {
    for (int i = ordered.size() - 1; i >= 0; i--) {
      if (ordered.get(i).fact().standing() != Standing.FORMER) {
        return ordered.get(i);
      }
    }
    return ordered.get(ordered.size() - 1);
  }

  private Optional<Finding> previous(List<Finding> ordered) {
    Optional<Finding> former =
        ordered.stream().filter(f -> f.fact().standing() == Standing.FORMER).reduce((a, b) -> b);
    if (former.isPresent()) {
      return former;
    }
    String last = latest(ordered).fact().code();
    for (int i = ordered.size() - 1; i >= 0; i--) {
      Finding finding = ordered.get(i);
      if (!finding.fact().code().equals(last)) {
        return Optional.of(finding);
      }
    }
    return Optional.empty();
  }

  private Optional<Finding> around(Mode mode, Moment moment, List<Finding> ordered) {
    if (mode == Mode.AFTER) {
      return ordered.stream().filter(f -> after(f, moment)).findFirst();
    }
    boolean before = mode == Mode.BEFORE;
    List<Finding> held = ordered.stream().filter(f -> !begun(f, moment, before)).toList();
    List<Finding> then =
        ordered.stream()
            .filter(f -> begun(f, moment, before))
            .filter(f -> !over(f, moment))
            .toList();
    if (!then.isEmpty()) {
      return Optional.of(then.get(then.size() - 1));
    }
    return held.stream().filter(f -> f.fact().standing() == Standing.FORMER).reduce((a, b) -> b);
  }

  private boolean begun(Finding finding, Moment moment, boolean strictly) {
    OptionalLong start = start(finding);
    OptionalLong limit = strictly ? moment.start() : moment.end();
    boolean ended =
        finding.fact().standing() == Standing.FORMER || finding.fact().until().isPresent();
    if (ended && finding.fact().since().isEmpty()) {
      return true;
    }
    if (start.isPresent() && limit.isPresent()) {
      return strictly
          ? start.getAsLong() < limit.getAsLong()
          : start.getAsLong() <= limit.getAsLong();
    }
    return finding.sentence() <= moment.sentence();
  }

  private boolean over(Finding finding, Moment moment) {
    Optional<Stamp> until = finding.fact().until();
    return until.isPresent()
        && moment.start().isPresent()
        && until.get().end(view.year()) < moment.start().getAsLong();
  }

  private boolean after(Finding finding, Moment moment) {
    OptionalLong start = start(finding);
    if (finding.fact().standing() == Standing.FORMER && finding.fact().since().isEmpty()) {
      return false;
    }
    if (start.isPresent() && moment.end().isPresent()) {
      return start.getAsLong() > moment.end().getAsLong();
    }
    return finding.sentence() > moment.sentence();
  }

  private OptionalLong start(Finding finding) {
    Optional<Stamp> since = finding.fact().since();
    Optional<Stamp> stamp = since.isPresent() ? since : view.sentence(finding.sentence()).turn();
    return stamp.isPresent()
        ? OptionalLong.of(stamp.get().start(view.year()))
        : OptionalLong.empty();
  }

  private Optional<Moment> moment(TimeFrame frame) {
    if (frame.date().isPresent()) {
      return Optional.of(moment(frame.date().get(), view.size()));
    }
    int best = -1;
    float most = HAPPENING_NAMED;
    for (int id : saying(frame.happening())) {
      Sentence sentence = view.sentence(id);
      float named = named(sentence, frame.happening());
      boolean dated = sentence.written().isPresent();
      boolean better =
          named > most
              || named == most && (best < 0 || dated || view.sentence(best).written().isEmpty());
      if (sentence.facts().isEmpty() && better) {
        best = id;
        most = named;
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(happening(best));
  }

  private Moment happening(int id) {
    Sentence sentence = view.sentence(id);
    Optional<Stamp> stamp = sentence.written().isPresent() ? sentence.written() : sentence.turn();
    return stamp
        .map(s -> moment(s, id))
        .orElseGet(() -> new Moment(OptionalLong.empty(), OptionalLong.empty(), id));
  }

  private Moment moment(Stamp stamp, int id) {
    long start = stamp.start(view.year());
    return new Moment(OptionalLong.of(start), OptionalLong.of(stamp.end(view.year())), id);
  }

  private Set<Integer> saying(List<String> happening) {
    Set<Integer> ids = new TreeSet<>();
    happening.forEach(stem -> ids.addAll(view.saying(stem)));
    return ids;
  }

  private static float named(Sentence sentence, List<String> happening) {
    float sum = 0;
    for (String stem : happening) {
      sum += Terms.match(sentence.terms(), stem);
    }
    return sum / happening.size();
  }
}
