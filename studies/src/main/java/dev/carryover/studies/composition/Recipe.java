package dev.carryover.studies.composition;

import dev.carryover.core.Seeds;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.studies.lab.Source;
import dev.carryover.studies.lab.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the cartridges of a study are trained.
 *
 * @param positions of a cartridge
 * @param conversations about a source, at most
 * @param steps of the optimiser
 * @param share of the conversations that is about other sources, where any is
 * @param few how many other sources are few
 * @param seed of every random choice
 */
record Recipe(int positions, int conversations, int steps, double share, int few, long seed) {
  /** The training of one source's cartridge. Its company are the sources that come next. */
  Training training(Kind kind, List<Source> group, int place) {
    int others =
        switch (kind) {
          case FEW -> few;
          case MANY -> group.size() - 1;
          case CARTRIDGE, CACHE -> 0;
        };
    List<Source> company = new ArrayList<>();
    for (int i = 1; i <= others; i++) {
      company.add(group.get((place + i) % group.size()));
    }
    long own = Seeds.derive(seed, "cartridge", group.get(place).id());
    return new Training(
        group.get(place),
        new Study(positions, conversations, steps, own, Optional.empty()),
        company,
        share);
  }
}
