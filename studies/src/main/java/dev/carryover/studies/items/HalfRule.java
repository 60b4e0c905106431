package dev.carryover.studies.items;

/**
 * The verdict rule of the composition study (spec 2.2): a repair counts when it recovers at least
 * half of what was lost. All in items.
 *
 * @param before right before the loss
 * @param damaged right after it
 * @param repaired right after the repair
 */
public record HalfRule(int before, int damaged, int repaired) {
  /** What was lost; negative where something was won. */
  public int collapse() {
    return before - damaged;
  }

  /** What the repair won back; negative where it lost more. */
  public int recovery() {
    return repaired - damaged;
  }

  /** By how many items the recovery clears half the collapse; negative where it falls short. */
  public double margin() {
    return recovery() - collapse() / 2.0;
  }

  /** Whether there was a loss and at least half of it came back: exactly half is enough. */
  public boolean holds() {
    return collapse() > 0 && 2 * recovery() >= collapse();
  }
}
