package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Event;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.History;
import dev.carryover.core.Plan;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Preflight.Problem;
import dev.carryover.core.spi.ReaderModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Checks, before anything is paid for, that the memories that are read whole fit their readers: the
 * formats that no model writes or embeds, so that looking costs nothing, and the states of models,
 * which stand for all that the history says.
 */
final class ContextCheck {
  private final Plan plan;
  private final List<MemoryFormat> formats;
  private final Roster roster;
  private final StoreKeeper stores;

  ContextCheck(Plan plan, List<MemoryFormat> formats, Roster roster, StoreKeeper stores) {
    this.plan = plan;
    this.formats = formats;
    this.roster = roster;
    this.stores = stores;
  }

  /** What does not fit: for each reader the largest history. */
  List<Problem> problems(List<ProbedHistory> histories) {
    List<Problem> problems = new ArrayList<>();
    for (MemoryFormat format : formats) {
      List<Cell> cells =
          plan.treatments().stream()
              .flatMap(treatment -> treatment.cell().stream())
              .filter(cell -> cell.format().equals(format.name()) && isChecked(format, cell))
              .filter(cell -> roster.reads(cell.reader()))
              .distinct()
              .toList();
      if (!cells.isEmpty() && format.rankedItems().isEmpty() && !format.answersItself()) {
        histories.stream()
            .filter(history -> !history.probes().isEmpty())
            .filter(history -> plan.histories(format.name()).contains(history.history().id()))
            .max(Comparator.comparingLong(history -> history.history().textBytes()))
            .ifPresent(
                largest ->
                    cells.forEach(cell -> check(format, cell, largest).ifPresent(problems::add)));
        stores.forget();
      }
    }
    return problems.stream().distinct().toList();
  }

  /** A state is checked for the model that makes it; another refuses it, whatever its length. */
  private static boolean isChecked(MemoryFormat format, Cell cell) {
    return cell.writer().equals(format.keepsState() ? cell.reader() : Cell.NOBODY)
        && cell.indexEmbedder().equals(Cell.NOBODY)
        && cell.evidence() == EvidenceMode.NORMAL
        && cell.treatment().equals(Cell.AS_WRITTEN)
        && cell.repeat() == 0;
  }

  private Optional<Problem> check(MemoryFormat format, Cell template, ProbedHistory largest) {
    History history = largest.history();
    Cell cell = template.withHistory(history.id());
    Question longest =
        largest.probes().stream()
            .map(Probe::question)
            .max(Comparator.comparingInt(question -> question.text().length()))
            .orElseThrow();
    List<String> passages =
        format.keepsState()
            ? history.events().stream().map(Event::asDatedLine).toList()
            : inView(format, cell, history, longest);
    return tooLarge(cell, passages).or(() -> overflow(cell, longest, passages));
  }

  private List<String> inView(MemoryFormat format, Cell cell, History history, Question question) {
    try (Memory memory =
        format.reader().open(stores.store(format, cell, history), roster.readers(cell))) {
      return texts(memory.read(List.of(question)).get(0));
    }
  }

  private static List<String> texts(Recollection recollection) {
    return recollection.fold(
        Recollection.Passages::texts, state -> List.<String>of(), answered -> List.of());
  }

  private Optional<Problem> tooLarge(Cell cell, List<String> passages) {
    long bytes =
        passages.stream().mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length).sum();
    int limit = roster.allowances().readerBytes();
    return bytes <= limit
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "%s shows a reader %d bytes of history '%s', and readers get %d"
                    .formatted(cell.format(), bytes, cell.history(), limit),
                "raise 'budgets: {reader_bytes: …}' for all formats alike, shorten the histories, or leave the format out"));
  }

  private Optional<Problem> overflow(Cell cell, Question question, List<String> passages) {
    ReaderModel reader = roster.reader(cell).orElseThrow();
    OptionalInt limit = reader.identity().contextLimit();
    OptionalLong tokens =
        limit.isPresent() ? reader.promptTokens(question, passages) : OptionalLong.empty();
    return tokens.isEmpty() || tokens.getAsLong() <= limit.getAsInt()
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "'%s' has a context of %d tokens, and history '%s' in format %s takes %d with the answer"
                    .formatted(
                        cell.reader(),
                        limit.getAsInt(),
                        cell.history(),
                        cell.format(),
                        tokens.getAsLong()),
                "serve it with a larger context, shorten the histories, or leave the format out"));
  }
}
