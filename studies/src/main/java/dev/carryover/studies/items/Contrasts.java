package dev.carryover.studies.items;

import dev.carryover.core.stats.Holm;
import dev.carryover.studies.items.Contrast.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * All contrasts that a study claims, adjusted together, under the floor guard (spec 2.2): a
 * contrast of which neither arm is measurably better than no memory is void.
 */
public final class Contrasts {
  private final Answers answers;
  private final String floor;
  private final List<Claim> claims = new ArrayList<>();

  private record Claim(String name, String from, String to, Pairing pairing) {}

  /**
   * @param floor the arm without a memory
   */
  public Contrasts(Answers answers, String floor) {
    this.answers = answers;
    this.floor = floor;
  }

  /** Adds a contrast. */
  public Contrasts claim(String name, String from, String to) {
    claims.add(new Claim(name, from, to, answers.pair(from, to)));
    return this;
  }

  /** Whether an arm is right more often than no memory is, with a p under 0.05. */
  public boolean aboveFloor(String arm) {
    Pairing pairing = answers.pair(floor, arm);
    return pairing.net() > 0 && pairing.p() < Pairing.ALPHA;
  }

  /** All of them, in the order in which they were claimed. */
  public List<Contrast> judged() {
    double[] holm = Holm.adjust(claims.stream().mapToDouble(c -> c.pairing().p()).toArray());
    List<Contrast> judged = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      judged.add(judge(claims.get(i), holm[i]));
    }
    return judged;
  }

  private Contrast judge(Claim claim, double holm) {
    Standing standing = standing(claim, holm);
    OptionalInt detectable =
        standing == Standing.SHOWN ? OptionalInt.empty() : claim.pairing().detectable();
    return new Contrast(
        claim.name(), claim.from(), claim.to(), claim.pairing(), holm, standing, detectable);
  }

  private Standing standing(Claim claim, double holm) {
    if (!aboveFloor(claim.from()) && !aboveFloor(claim.to())) {
      return Standing.VOID;
    }
    return holm < Pairing.ALPHA ? Standing.SHOWN : Standing.NOT_SHOWN;
  }
}
