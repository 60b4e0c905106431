package dev.carryover.reports.figures;

import static dev.carryover.reports.figures.Table.Column.figure;
import static dev.carryover.reports.figures.Table.Column.text;

import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.Diagnosis.Advice;
import dev.carryover.core.report.Diagnosis.Breakdown;
import dev.carryover.core.report.Diagnosis.Fate;
import dev.carryover.core.report.Diagnosis.LostAnswer;
import dev.carryover.core.report.Diagnosis.Part;
import dev.carryover.core.report.Diagnosis.Passage;
import dev.carryover.core.report.Diagnosis.Said;
import dev.carryover.core.report.Diagnosis.StageCount;
import dev.carryover.core.report.Diagnosis.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of a diagnosis: the loss in its parts, what to try, and the answers that were lost.
 */
public final class DiagnosisTables {
  private static final int SHOWN = 4;

  private final Diagnosis diagnosis;
  private final Numbers numbers;

  public DiagnosisTables(Diagnosis diagnosis, Numbers numbers) {
    this.diagnosis = diagnosis;
    this.numbers = numbers;
  }

  /** A format in a direction. */
  public record Place(String format, String direction) {}

  /** Every format in every direction, in the report's order. */
  public List<Place> places() {
    LinkedHashSet<Place> places = new LinkedHashSet<>();
    diagnosis
        .breakdowns()
        .forEach(found -> places.add(new Place(found.format(), found.direction())));
    return List.copyOf(places);
  }

  /** The breakdowns of a place: its cells, then their mean. */
  public List<Breakdown> at(Place place) {
    return diagnosis.breakdowns().stream()
        .filter(found -> found.format().equals(place.format()))
        .filter(found -> found.direction().equals(place.direction()))
        .toList();
  }

  /** The loss of every cell of a place, a line for each part. */
  public Table parts(Place place) {
    Table.Builder table =
        Table.of(
            text("cell"),
            text("part"),
            figure("loss"),
            figure("95\u00a0% interval"),
            figure("share"),
            figure("in probes"));
    for (Breakdown found : at(place)) {
      String cell = found.treatment();
      line(table, cell, "total", found.total(), found.probes());
      line(table, cell, Diagnosis.CONSTRUCTION, found.construction(), found.probes());
      line(table, cell, Diagnosis.RETRIEVAL, found.retrieval(), found.probes());
      line(table, cell, Diagnosis.READING, found.reading(), found.probes());
    }
    return table.build();
  }

  private void line(
      Table.Builder table, String cell, String name, Optional<Part> part, int probes) {
    part.ifPresent(
        loss ->
            table.marked(
                name.equals("total") ? "strong" : "",
                List.of(
                    cell,
                    name,
                    numbers.signed(loss.value()),
                    numbers.signedInterval(loss.low(), loss.high()),
                    loss.share().isPresent()
                        ? numbers.percent(loss.share().getAsDouble())
                        : numbers.absent(),
                    loss.probes().isPresent()
                        ? numbers.count(loss.probes().getAsInt()) + " of " + numbers.count(probes)
                        : numbers.absent())));
  }

  /** How many answers each cell of a place lost at which stage, and how many before had right. */
  public Table stages(Place place) {
    Table.Builder table =
        Table.of(
            text("cell"),
            text("stage"),
            figure("answers lost"),
            figure("of which before had right"));
    for (Breakdown found : at(place)) {
      for (String stage : Diagnosis.STAGES) {
        StageCount count = found.lost().get(stage);
        if (count != null && !found.isPooled()) {
          table.line(
              found.treatment(), stage, numbers.count(count.answers()), count(count.beforeHad()));
        }
      }
    }
    return table.build();
  }

  private String count(OptionalInt count) {
    return count.isPresent() ? numbers.count(count.getAsInt()) : numbers.absent();
  }

  /** Why parts of a place cannot be told, and how much they rest on: sentences. */
  public List<String> remarks(Place place) {
    LinkedHashSet<String> remarks = new LinkedHashSet<>();
    for (Breakdown found : at(place)) {
      found.untold().ifPresent(why -> remarks.add(found.treatment() + ": " + why + "."));
      if (found.leftOut() > 0 && !found.isPooled() && found.untold().isEmpty()) {
        remarks.add(
            "%s: %s of %s probes are left out, since not every read of them could be scored."
                .formatted(
                    found.treatment(),
                    numbers.count(found.leftOut()),
                    numbers.count(found.leftOut() + found.probes())));
      }
    }
    return List.copyOf(remarks);
  }

  /** What to try at a place, in the order in which to try it. */
  public List<Advice> advice(Place place) {
    return diagnosis.advice().stream()
        .filter(one -> one.format().equals(place.format()))
        .filter(one -> one.direction().equals(place.direction()))
        .toList();
  }

  /** The same as a table. */
  public Table tries(Place place) {
    Table.Builder table =
        Table.of(
            text("stage"),
            text("cell"),
            figure("wins at most"),
            figure("95\u00a0% interval"),
            figure("answers"),
            figure("of which before had right"),
            text("what to try"));
    for (Advice one : advice(place)) {
      table.line(
          one.stage(),
          one.treatment(),
          numbers.rate(one.gain()),
          numbers.interval(one.low(), one.high()),
          numbers.count(one.answers()),
          count(one.beforeHad()),
          one.text());
    }
    return table.build();
  }

  /** A piece of advice as a sentence. */
  public String sentence(Advice one) {
    return "%s, wins at most %s (%s%s): %s"
        .formatted(
            one.stage(),
            numbers.rate(one.gain()),
            counted(one.answers(), "answer"),
            one.beforeHad().isPresent()
                ? ", " + numbers.count(one.beforeHad().getAsInt()) + " of which before had right"
                : "",
            one.text());
  }

  private String counted(int count, String what) {
    return numbers.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** The formats of which answers were lost, in the report's order. */
  public List<String> formats() {
    return diagnosis.lost().stream().map(LostAnswer::format).distinct().toList();
  }

  /** How many answers a format lost, over all its cells. */
  public int countLost(String format) {
    return (int) diagnosis.lost().stream().filter(one -> one.format().equals(format)).count();
  }

  /**
   * The first answers that a format lost: those of its first cells, the stages sharing the room, in
   * the order in which to look.
   *
   * @param most how many
   */
  public List<LostAnswer> first(String format, int most) {
    List<LostAnswer> all =
        diagnosis.lost().stream().filter(one -> one.format().equals(format)).toList();
    List<List<LostAnswer>> stages =
        Diagnosis.STAGES.stream()
            .map(stage -> all.stream().filter(one -> one.stage().equals(stage)).toList())
            .filter(some -> !some.isEmpty())
            .toList();
    List<LostAnswer> first = new ArrayList<>();
    int left = Math.min(most, all.size());
    for (int depth = 0; left > 0; depth++) {
      for (List<LostAnswer> stage : stages) {
        if (left > 0 && depth < stage.size()) {
          first.add(stage.get(depth));
          left--;
        }
      }
    }
    first.sort(Comparator.comparing(one -> Diagnosis.STAGES.indexOf(one.stage())));
    return first;
  }

  /** Lost answers, a line each, with all that is known of them. */
  public Table lost(List<LostAnswer> answers) {
    Table.Builder table =
        Table.of(
            text("stage"),
            text("cell"),
            text("question"),
            text("what was said"),
            text("evidence"),
            text("the store holds of it"),
            text("what came back"));
    for (LostAnswer one : answers) {
      table.line(
          one.stage(), cell(one), question(one), said(one), evidence(one), held(one), shown(one));
    }
    return table.build();
  }

  /** Lost answers in few words, for a terminal. */
  public Table brief(List<LostAnswer> answers) {
    Table.Builder table =
        Table.of(
            text("history and probe"),
            text("stage"),
            text("right"),
            text("said"),
            text("from the store"),
            text("from the events"));
    for (LostAnswer one : answers) {
      table.line(
          one.history() + " " + one.probe(),
          one.stage(),
          one.texts().flatMap(Words::answer).orElse(numbers.absent()),
          said(one.normal()),
          said(one.stored()),
          said(one.raw()));
    }
    return table.build();
  }

  private static String cell(LostAnswer one) {
    return one.treatment()
        + "\n"
        + one.direction()
        + "\n"
        + one.beforeHad()
            .map(had -> had ? "before had it right" : "before had it wrong")
            .orElse("");
  }

  private String question(LostAnswer one) {
    return "%s, %s, %s\n%s\nright: %s"
        .formatted(
            one.history(),
            one.probe(),
            one.family(),
            one.texts().map(Words::question).orElse(numbers.absent()),
            one.texts().flatMap(Words::answer).orElse(numbers.absent()));
  }

  private String said(LostAnswer one) {
    return Stream.of(
            "from memory: " + said(one.normal()),
            "from the stored evidence: " + said(one.stored()),
            "from the events: " + said(one.raw()))
        .collect(Collectors.joining("\n"));
  }

  private String said(Optional<Said> said) {
    return said.map(
            reply ->
                reply.text().isBlank()
                    ? reply.mark()
                    : reply.text().strip() + " (" + reply.mark() + ")")
        .orElse(numbers.absent());
  }

  private String evidence(LostAnswer one) {
    List<String> lines = new ArrayList<>();
    for (Fate fate : one.evidence()) {
      lines.add(
          "%s: %s, %s"
              .formatted(
                  fate.event(),
                  fate.kept() ? "stored" : "not stored",
                  fate.rank().isPresent()
                      ? "back within the first " + fate.rank().getAsInt()
                      : "not back"));
    }
    one.texts().ifPresent(words -> words.evidence().forEach(event -> lines.add(line(event))));
    return lines.isEmpty() ? numbers.absent() : String.join("\n", lines);
  }

  private String held(LostAnswer one) {
    return one.texts()
        .map(words -> passages(words.held(), words.heldInAll(), "holds nothing of it"))
        .orElse(numbers.absent());
  }

  private String shown(LostAnswer one) {
    String first =
        one.firstHit().isPresent() ? "first hit at rank " + one.firstHit().getAsInt() + "\n" : "";
    return first
        + one.texts()
            .map(words -> cameBack(words, !one.retrieved().isEmpty()))
            .orElse(
                one.retrieved().isEmpty() ? numbers.absent() : String.join(", ", one.retrieved()));
  }

  /** Numbered where the order is a ranking. */
  private String cameBack(Words words, boolean ranked) {
    List<String> lines = new ArrayList<>();
    for (Passage passage : words.shown().stream().limit(SHOWN).toList()) {
      String number = ranked ? (lines.size() + 1) + ". " : "";
      lines.add(number + passage.text().strip());
    }
    return more(lines, words.shownInAll(), "nothing");
  }

  private String passages(List<Passage> passages, int inAll, String none) {
    return more(
        new ArrayList<>(passages.stream().limit(SHOWN).map(DiagnosisTables::line).toList()),
        inAll,
        none);
  }

  private String more(List<String> lines, int inAll, String none) {
    if (inAll > lines.size()) {
      lines.add("and " + numbers.count(inAll - lines.size()) + " more");
    }
    return lines.isEmpty() ? none : String.join("\n", lines);
  }

  private static String line(Passage passage) {
    return passage.id() + ": " + passage.text().strip();
  }
}
