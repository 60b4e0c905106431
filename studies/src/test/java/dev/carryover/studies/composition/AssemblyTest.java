package dev.carryover.studies.composition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AssemblyTest {
  private static final List<Integer> LENGTHS = List.of(4, 2, 5);

  @Test
  void theStartMarkersAreTheFirstColumns() {
    assertThat(Assembly.RAW.dropped(LENGTHS, 1)).isEmpty();
    assertThat(Assembly.FIRST_MARKER.dropped(LENGTHS, 1)).containsExactly(4, 6);
    assertThat(Assembly.NO_MARKER.dropped(LENGTHS, 1)).containsExactly(0, 4, 6);
  }

  @Test
  void asManyOrdinaryColumnsAreDroppedAndNeverAMarker() {
    for (long seed = 0; seed < 50; seed++) {
      int[] dropped = Assembly.ORDINARY.dropped(LENGTHS, seed);
      assertThat(dropped).hasSize(2);
      assertThat(dropped[0]).isEqualTo(5);
      assertThat(dropped[1]).isBetween(7, 10);
      assertThat(Assembly.ORDINARY.dropped(LENGTHS, seed)).isEqualTo(dropped);
    }
  }
}
