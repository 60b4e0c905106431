package dev.carryover.migrations.run;

import dev.carryover.core.Cell;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.migrations.plan.Treatments;
import java.util.List;
import java.util.function.Predicate;

/**
 * A memory that lost a share of its items, to see whether a measure notices. What was lost is
 * neither listed nor brought back, and nothing comes in its place. A larger share of the same store
 * contains the smaller.
 */
final class LossyMemory implements Memory {
  private static final double PER_CENT = 100;

  private final Memory memory;
  private final Predicate<StoredItem> kept;

  private LossyMemory(Memory memory, Predicate<StoredItem> kept) {
    this.memory = memory;
    this.kept = kept;
  }

  /**
   * A memory as the treatment of a cell has it. An item is lost when a hash of its id, as a
   * fraction of 1, falls under the share.
   *
   * @param memory closing closes it
   */
  static Memory of(Memory memory, Cell cell, long seed) {
    double share = Treatments.percentLost(cell.treatment()) / PER_CENT;
    return new LossyMemory(
        memory, item -> fraction(seed, cell.history(), cell.format(), item.id()) >= share);
  }

  private static double fraction(long seed, String history, String format, String item) {
    return (Seeds.derive(seed, "corrupted", history, format, item) >>> 11) * 0x1p-53;
  }

  @Override
  public List<StoredItem> items() {
    return memory.items().stream().filter(kept).toList();
  }

  @Override
  public boolean listsItems() {
    return memory.listsItems();
  }

  @Override
  public List<Recollection> read(List<Question> questions) {
    return memory.read(questions).stream().map(this::withoutLost).toList();
  }

  /** Only texts are planned to be lost: the others bring back no items to lose. */
  private Recollection withoutLost(Recollection whole) {
    return whole.fold(
        passages ->
            new Passages(passages.items().stream().filter(kept).toList(), passages.ranked()),
        state -> whole,
        answered -> whole);
  }

  @Override
  public void close() {
    memory.close();
  }
}
