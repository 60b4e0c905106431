package dev.carryover.models.transformer.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.types.Shape;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.TinyModels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsTest {
  private static final SortedMap<String, String> TEXTS =
      new TreeMap<>(Map.of("model", "größer \"x\"", "a", ""));

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() {
    file = folder.resolve("some.safetensors");
    SortedMap<String, Safetensors.Tensor> tensors = new TreeMap<>();
    tensors.put("b", tensor(new Shape(2, 3), 1, 2, 3, 4, 5, Float.MIN_VALUE));
    tensors.put("a", tensor(new Shape(), -0.5f));
    tensors.put("none", tensor(new Shape(0, 4)));
    Safetensors.write(file, TEXTS, tensors);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Safetensors read = Safetensors.read(file);
    assertThat(read.metadata()).isEqualTo(TEXTS);
    assertThat(read.names()).containsExactly("a", "b", "none");
    assertThat(read.shape("b")).isEqualTo(new Shape(2, 3));
    assertThat(floats(read, "b")).containsExactly(1, 2, 3, 4, 5, Float.MIN_VALUE);
    assertThat(floats(read, "a")).containsExactly(-0.5f);
    assertThat(floats(read, "none")).isEmpty();
  }

  @Test
  void theSameContentIsTheSameBytes() throws IOException {
    byte[] first = Files.readAllBytes(file);
    write();
    assertThat(Files.readAllBytes(file)).isEqualTo(first);
    try (var left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void aFileOfPyTorchIsReadAndWrittenWithTheSameNumbers() {
    Safetensors original =
        Safetensors.read(TinyModels.folder("tiny-qwen2").resolve("model.safetensors"));
    SortedMap<String, Safetensors.Tensor> tensors = new TreeMap<>();
    for (String name : original.names()) {
      tensors.put(name, new Safetensors.Tensor(original.shape(name), original.floats(name)));
    }
    Safetensors.write(file, original.metadata(), tensors);
    Safetensors copy = Safetensors.read(file);
    assertThat(copy.metadata()).isEqualTo(Map.of("format", "pt"));
    assertThat(copy.names()).isEqualTo(original.names()).hasSize(27);
    for (String name : copy.names()) {
      assertThat(copy.floats(name)).isEqualTo(original.floats(name));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "F16, 3c00, 1",
    "F16, c000, -2",
    "F16, 7bff, 65504",
    "F16, 0001, 5.9604645e-8",
    "F16, 8001, -5.9604645e-8",
    "F16, 8000, -0.0",
    "F16, 7c00, Infinity",
    "F16, 3555, 0.33325195",
    "BF16, 3f80, 1",
    "BF16, c049, -3.140625",
    "BF16, 7f80, Infinity",
  })
  void halfPrecisionIsConverted(String dtype, String bits, float expected) throws IOException {
    ByteBuffer data = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN);
    data.putShort((short) Integer.parseInt(bits, 16));
    craft("{'t':{'dtype':'%s','shape':[1],'data_offsets':[0,2]}}".formatted(dtype), data.array());
    assertThat(floats(Safetensors.read(file), "t")).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // overflowing and huge claims
        "{'t':{'dtype':'F32','shape':[1152921504606846976],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,0]}}",
        "{'t':{'dtype':'F32','shape':[2],'data_offsets':[0,9223372036854775807]}}",
        "{'t':{'dtype':'F32','shape':[2],'data_offsets':[0,92233720368547758070]}}",
        // out of range, in the wrong order, overlapping, with a hole, not to the end
        "{'t':{'dtype':'F32','shape':[4],'data_offsets':[0,16]}}",
        "{'t':{'dtype':'F32','shape':[2],'data_offsets':[8,0]}}",
        "{'t':{'dtype':'F32','shape':[2],'data_offsets':[-8,0]}}",
        "{'t':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},"
            + "'u':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}",
        "{'t':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}",
        "{'t':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}",
        "{}",
        // a shape that is not the bytes', wrong types, unknown formats, a name twice
        "{'t':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F32','shape':[-1,-2],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F32','shape':[2.0],'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F32','shape':2,'data_offsets':[0,8]}}",
        "{'t':{'dtype':'F32','shape':[2]}}",
        "{'t':{'dtype':'Q9','shape':[2],'data_offsets':[0,8]}}",
        "{'t':{'shape':[2],'data_offsets':[0,8]}}",
        "{'t':5}",
        "{'t':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},"
            + "'t':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}",
        "{'__metadata__':{'x':7},'t':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}",
        "[]",
        "{} {}",
        "{'t",
        "  ",
      })
  void aHeaderThatClaimsWhatIsNotThereIsRefused(String header) throws IOException {
    craft(header, new byte[8]);
    assertRefused(file).hasMessageContaining("copy or make it again");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MAX_VALUE, 1L << 60, 1 << 30, 100})
  void aHeaderLongerThanTheFileIsRefused(long length) throws IOException {
    byte[] bytes = new byte[50];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
    Files.write(file, bytes);
    assertRefused(file);
  }

  @Test
  void whatIsNoFloatIsRefusedWhenItIsAskedFor() throws IOException {
    craft("{'t':{'dtype':'I64','shape':[1],'data_offsets':[0,8]}}", new byte[8]);
    Safetensors read = Safetensors.read(file);
    assertThatThrownBy(() -> read.floats("t"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("'t'")
        .hasMessageContaining("I64");
    assertThatThrownBy(() -> read.floats("u")).hasMessageContaining("'u'");
  }

  @Test
  void aFileCutOffAnywhereIsRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Path cut = folder.resolve("cut.safetensors");
    for (int length = 0; length < bytes.length; length++) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      assertRefused(cut);
    }
    Files.write(cut, Arrays.copyOf(bytes, bytes.length + 1));
    assertRefused(cut);
    assertRefused(folder.resolve("absent.safetensors"));
    assertRefused(folder);
  }

  @Test
  void aFileThatShrinksAfterItWasOpenedIsRefused() throws IOException {
    Safetensors read = Safetensors.read(file);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 3));
    assertThatThrownBy(() -> read.floats("b"))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("'b'");
  }

  @Test
  void flippedBitsGiveNumbersOrAnExplanation() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Path flipped = folder.resolve("flipped.safetensors");
    Random random = new Random(5);
    int refused = 0;
    for (int i = 0; i < 300; i++) {
      byte[] damaged = bytes.clone();
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        int bit = random.nextInt(bytes.length * 8);
        damaged[bit / 8] ^= (byte) (1 << bit % 8);
      }
      Files.write(flipped, damaged);
      try {
        Safetensors read = Safetensors.read(flipped);
        read.names().forEach(read::floats);
      } catch (SourceException e) {
        assertThat(e).hasMessageContaining("flipped.safetensors");
        refused++;
      }
    }
    assertThat(refused).isBetween(150, 299);
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed() {
    Path nowhere = folder.resolve("absent").resolve("x.safetensors");
    assertThatThrownBy(() -> Safetensors.write(nowhere, TEXTS, new TreeMap<>()))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("x.safetensors");
  }

  private void craft(String header, byte[] data) throws IOException {
    byte[] json = header.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    Files.write(
        file,
        ByteBuffer.allocate(8 + json.length + data.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(json.length)
            .put(json)
            .put(data)
            .array());
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Path damaged) {
    return assertThatThrownBy(() -> Safetensors.read(damaged))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(damaged.toString());
  }

  private static Safetensors.Tensor tensor(Shape shape, float... numbers) {
    return new Safetensors.Tensor(shape, FloatBuffer.wrap(numbers));
  }

  private static float[] floats(Safetensors from, String name) {
    FloatBuffer buffer = from.floats(name);
    float[] numbers = new float[buffer.remaining()];
    buffer.get(numbers);
    return numbers;
  }
}
