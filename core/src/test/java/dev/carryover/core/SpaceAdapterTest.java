package dev.carryover.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.SpaceAdapterFitter.Pairs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceAdapterTest {
  private static final EmbedderIdentity FROM = new EmbedderIdentity("new", 5, "f-new");
  private static final EmbedderIdentity TO = new EmbedderIdentity("old", 2, "f-old");
  private static final SpaceAdapter ADAPTER =
      SpaceAdapter.of(
          FROM, TO, new float[][] {{1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, -3}}, new float[] {0, 1});

  @Test
  void itMapsAndScalesToLengthOne() {
    // 1*1 + 3*1 + 4*2 = 12 and 2*1 + 3*1 - 5/3*3 + 1 = 1
    float[] mapped = ADAPTER.apply(new float[] {1, 2, 3, 4, 5f / 3});

    float length = (float) Math.hypot(12, 1);
    assertThat(mapped).containsExactly(new float[] {12 / length, 1 / length}, within(1e-6f));
  }

  @Test
  void whatHasNoDirectionStaysZero() {
    assertThat(ADAPTER.apply(new float[] {0, -1, 0, 0, 0})).containsExactly(0, 0);
  }

  @Test
  void anotherDimensionIsRefused() {
    assertThatThrownBy(() -> ADAPTER.apply(new float[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 numbers, and 5");
  }

  @Test
  void shapesThatDoNotFitAndNumbersThatAreNoneAreRefused() {
    assertThatThrownBy(() -> SpaceAdapter.of(FROM, TO, new float[4][2], new float[2]))
        .hasMessageContaining("4 columns, and 5");
    assertThatThrownBy(() -> SpaceAdapter.of(FROM, TO, new float[5][3], new float[2]))
        .hasMessageContaining("3 numbers, and 2");
    assertThatThrownBy(() -> SpaceAdapter.of(FROM, TO, new float[5][2], new float[] {0, Float.NaN}))
        .hasMessageContaining("the bias holds NaN");
    assertThatThrownBy(
            () ->
                new Pairs(TO, TO, List.of(new float[] {1, Float.NaN}), List.of(new float[] {1, 0})))
        .hasMessageContaining("'old' holds NaN");
    assertThatThrownBy(() -> new Pairs(TO, TO, List.of(), List.of(new float[] {1, 0})))
        .hasMessageContaining("0 vectors in one space and 1");
  }

  @Test
  void itsFileFormSaysTheSame() throws IOException {
    SpaceAdapter read = SpaceAdapter.read(new ByteArrayInputStream(file()));

    float[] vector = {1, -2, 3, 0.5f, 7};
    assertThat(read.apply(vector)).isEqualTo(ADAPTER.apply(vector));
    assertThat(read.from()).isEqualTo(FROM);
    assertThat(read.to()).isEqualTo(TO);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8, 20, 41, 60})
  void aFileThatEndsTooEarlyIsRefused(int length) throws IOException {
    byte[] part = Arrays.copyOf(file(), length);

    assertThatThrownBy(() -> SpaceAdapter.read(new ByteArrayInputStream(part)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ends too early");
  }

  @Test
  void aFileThatIsDamagedOrAnothersIsRefused() throws IOException {
    byte[] longer = Arrays.copyOf(file(), file().length + 1);
    byte[] other = file();
    other[0] = 7;
    byte[] newer = file();
    newer[7] = 2;
    byte[] damaged = file();
    Arrays.fill(damaged, damaged.length - 4, damaged.length, (byte) 0xff); // a NaN

    assertThatThrownBy(() -> SpaceAdapter.read(new ByteArrayInputStream(longer)))
        .hasMessageContaining("goes on");
    assertThatThrownBy(() -> SpaceAdapter.read(new ByteArrayInputStream(other)))
        .hasMessageContaining("not an adapter");
    assertThatThrownBy(() -> SpaceAdapter.read(new ByteArrayInputStream(newer)))
        .hasMessageContaining("version 2");
    assertThatThrownBy(() -> SpaceAdapter.read(new ByteArrayInputStream(damaged)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("NaN");
  }

  private static byte[] file() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ADAPTER.writeTo(out);
    return out.toByteArray();
  }
}
