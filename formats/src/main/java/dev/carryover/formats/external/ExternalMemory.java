package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Answered;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.formats.external.Hello.Capability;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** An open store, as far as the memory can tell about it. */
final class ExternalMemory implements Memory {
  private final Pool pool;
  private final ExternalSettings settings;
  private final OpenStore store;
  private final int readerBytes;
  private final Hello hello;
  private Optional<List<StoredItem>> listed = Optional.empty();

  /**
   * @param readerBytes that passages for a reader may have in all
   */
  ExternalMemory(Pool pool, ExternalSettings settings, OpenStore store, int readerBytes) {
    this.pool = pool;
    this.settings = settings;
    this.store = store;
    this.readerBytes = readerBytes;
    this.hello = pool.hello();
  }

  @Override
  public boolean listsItems() {
    return hello.can(Capability.ITEMS);
  }

  @Override
  public synchronized List<StoredItem> items() {
    if (!listsItems()) {
      return List.of();
    }
    if (listed.isEmpty()) {
      ObjectNode answer = pool.ask(Call.on(store, Op.ITEMS, store.named()));
      listed = Optional.of(Answers.items(answer, Answers.where(settings.who(), Op.ITEMS)));
    }
    return listed.get();
  }

  @Override
  public List<Recollection> read(List<Question> questions) {
    Set<String> known = items().stream().map(StoredItem::id).collect(Collectors.toSet());
    List<Call> calls =
        questions.stream().map(question -> Call.on(store, Op.READ, body(question))).toList();
    return pool.askAll(calls).stream().map(answer -> recollection(answer, known)).toList();
  }

  @Override
  public void close() {
    pool.release(store);
  }

  private ObjectNode body(Question question) {
    return store.named().put("question", question.text()).put("k", settings.k());
  }

  private Recollection recollection(ObjectNode answer, Set<String> known) {
    String where = Answers.where(settings.who(), Op.READ);
    Optional<List<StoredItem>> retrieved =
        hello.can(Capability.RETRIEVE)
            ? Optional.of(best(Answers.items(answer, where)))
            : Optional.empty();
    retrieved.ifPresent(items -> requireKnown(items, known, where));
    if (hello.can(Capability.ANSWER)) {
      return new Answered(Answers.reply(answer, where), retrieved);
    }
    return new Passages(withinBudget(retrieved.orElseThrow()), true);
  }

  private List<StoredItem> best(List<StoredItem> ranked) {
    return ranked.subList(0, Math.min(settings.k(), ranked.size()));
  }

  /** As many of the first items as a reader may be shown. */
  private List<StoredItem> withinBudget(List<StoredItem> ranked) {
    long bytes = 0;
    for (int i = 0; i < ranked.size(); i++) {
      bytes += ranked.get(i).text().getBytes(StandardCharsets.UTF_8).length;
      if (bytes > readerBytes) {
        return ranked.subList(0, i);
      }
    }
    return ranked;
  }

  private void requireKnown(List<StoredItem> items, Set<String> known, String where) {
    for (StoredItem item : items) {
      if (listsItems() && !known.contains(item.id())) {
        throw new ServiceException(
            "%s with the item '%s', which is not among its 'items'; list all that it may retrieve"
                .formatted(where, item.id()));
      }
    }
  }
}
