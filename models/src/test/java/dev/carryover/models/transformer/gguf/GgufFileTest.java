package dev.carryover.models.transformer.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The file format: what is read, and how what cannot be read is refused. */
class GgufFileTest {
  private static final long HUGE = 1L << 60;
  private static final Map<TensorType, Integer> NUMBERS =
      Map.ofEntries(
          Map.entry(TensorType.F32, 0),
          Map.entry(TensorType.F16, 1),
          Map.entry(TensorType.Q4_0, 2),
          Map.entry(TensorType.Q4_1, 3),
          Map.entry(TensorType.Q5_0, 6),
          Map.entry(TensorType.Q5_1, 7),
          Map.entry(TensorType.Q8_0, 8),
          Map.entry(TensorType.Q4_K, 12),
          Map.entry(TensorType.Q5_K, 13),
          Map.entry(TensorType.Q6_K, 14),
          Map.entry(TensorType.BF16, 30));

  @TempDir private Path folder;

  /** Expected: the Python package gguf, by src/test/python/golden_blocks.py. */
  @ParameterizedTest
  @EnumSource
  void everyTypeIsDecodedAsTheReferenceDoes(TensorType type) throws IOException {
    JsonNode golden = golden().get(type.name());
    byte[] data = HexFormat.of().parseHex(golden.get("bytes").asText());
    JsonNode numbers = golden.get("numbers");
    Path path =
        new GgufBytes()
            .tensor("other", new float[] {1}, 1)
            .tensor("it", NUMBERS.get(type), data, 0, numbers.size())
            .write(folder.resolve("golden.gguf"));

    float[] read = new float[numbers.size() + 3];
    try (GgufFile file = GgufFile.open(path)) {
      file.read(file.tensor("it").orElseThrow(), read, 2);
    }

    assertThat(numbers.size()).isGreaterThanOrEqualTo(8);
    assertThat(read[1]).isZero();
    assertThat(read[read.length - 1]).isZero();
    for (int i = 0; i < numbers.size(); i++) {
      double expected = numbers.get(i).asDouble();
      assertThat((double) read[i + 2])
          .as("number " + i)
          .isCloseTo(expected, within(Math.abs(expected) * 1e-6));
    }
  }

  private static JsonNode golden() throws IOException {
    try (InputStream in = GgufFileTest.class.getResourceAsStream("golden-blocks.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    }
  }

  @Test
  void aTensorLargerThanWhatIsReadAtOnceIsWhole() {
    float[] numbers = new float[300_001];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
    }
    Path path =
        new GgufBytes().tensor("it", numbers, numbers.length).write(folder.resolve("large.gguf"));
    float[] read = new float[numbers.length];
    try (GgufFile file = GgufFile.open(path)) {
      file.read(file.tensor("it").orElseThrow(), read, 0);
    }
    assertThat(read).isEqualTo(numbers);
  }

  @Test
  void metadataOfEveryTypeIsRead() {
    Path path =
        new GgufBytes()
            .version(2)
            .aligned(64)
            .with("text", "Straße ♥")
            .with("flag", true)
            .with("number", 1.5f)
            .with("texts", List.of("a", "", "b"))
            .with("numbers", 1f, 2.5f)
            .with("integers", -1, 7)
            .raw("u8", GgufBytes.bytes(0, (byte) 200))
            .raw("i8", GgufBytes.bytes(1, (byte) -2))
            .raw("u16", GgufBytes.bytes(2, (byte) 0xFF, (byte) 0xFF))
            .raw("i16", GgufBytes.bytes(3, (byte) 0xFF, (byte) 0xFF))
            .raw("u32", GgufBytes.bytes(4, -1))
            .raw("u64", GgufBytes.bytes(10, 1L << 40))
            .raw("i64", GgufBytes.bytes(11, -1L << 40))
            .raw("f64", GgufBytes.bytes(12, 0.1))
            .raw("flags", GgufBytes.bytes(9, 7, 2L, (byte) 1, (byte) 0))
            .tensor("a", new float[] {1}, 1)
            .tensor("b", new float[] {2}, 1)
            .write(folder.resolve("all.gguf"));
    try (GgufFile file = GgufFile.open(path)) {
      Metadata metadata = file.metadata();
      assertThat(metadata.text("text")).contains("Straße ♥");
      assertThat(metadata.flag("flag")).contains(true);
      assertThat(metadata.number("number")).hasValue(1.5);
      assertThat(metadata.texts("texts")).contains(List.of("a", "", "b"));
      assertThat(metadata.numbers("numbers").orElseThrow()).containsExactly(1, 2.5);
      assertThat(metadata.integers("integers").orElseThrow()).containsExactly(-1, 7);
      assertThat(metadata.integers("flags").orElseThrow()).containsExactly(1, 0);
      assertThat(
              Stream.of("u8", "i8", "u16", "i16", "u32", "u64", "i64")
                  .map(key -> metadata.integer(key).orElseThrow()))
          .containsExactly(200L, -2L, 65_535L, -1L, 4_294_967_295L, 1L << 40, -1L << 40);
      assertThat(metadata.number("f64")).hasValue(0.1);
      assertThat(metadata.number("u8")).hasValue(200);
      assertThat(metadata.text("absent")).isEmpty();
      assertThat(file.tensors()).containsExactly("a", "b");
      float[] read = new float[1];
      file.read(file.tensor("b").orElseThrow(), read, 0);
      assertThat(read).containsExactly(2);
      assertThatThrownBy(() -> metadata.integer("text"))
          .isInstanceOf(SourceException.class)
          .hasMessageContainingAll("all.gguf", "text", "a whole number", "'Straße ♥'");
    }
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        refused("another magic", spoilt(b -> b.magic(0x04034b50)), "does not begin as"),
        refused("an old version", spoilt(b -> b.version(1)), "version 1"),
        refused("big-endian", spoilt(b -> b.version(0x03000000)), "big-endian"),
        refused("2^60 tensors", spoilt(b -> b.tensorCount(HUGE)), "1152921504606846976"),
        refused("2^60 entries", spoilt(b -> b.entryCount(HUGE)), "1152921504606846976"),
        refused("2^63 entries", spoilt(b -> b.entryCount(1L << 63 | 5)), "9223372036854775813"),
        refused(
            "a list of 2^60",
            entry(GgufBytes.bytes(9, 5, HUGE)),
            "length of it",
            "1152921504606846976"),
        refused("texts without end", entry(GgufBytes.bytes(9, 8, HUGE)), "length of it"),
        refused("a text of 2^60 bytes", entry(GgufBytes.bytes(8, HUGE)), "length of it"),
        refused("a text of 2^31 bytes", entry(GgufBytes.bytes(8, 1L << 31)), "2147483648"),
        refused("lists of lists", entry(GgufBytes.bytes(9, 9, 1L, 5, 1L, 1)), "unknown type 9"),
        refused("an unknown kind", entry(GgufBytes.bytes(77, 1)), "it has the unknown type 77"),
        refused("a negative kind", entry(GgufBytes.bytes(-1, 1)), "it has the unknown type -1"),
        refused("a flag of 2", entry(GgufBytes.bytes(7, (byte) 2)), "true or false and is 2"),
        refused("2^64 - 1", entry(GgufBytes.bytes(10, -1L)), "18446744073709551615"),
        refused("no UTF-8", entry(GgufBytes.bytes(8, 2L, (byte) 0xC3, (byte) 0x28)), "UTF-8"),
        refused("an alignment of 12", spoilt(b -> b.with("general.alignment", 12)), "12"),
        refused("an alignment of 0", spoilt(b -> b.with("general.alignment", 0)), "is 0"),
        refused("an unknown type", tensor(99, 0, 4), "number 99", "Q4_K"),
        refused("a type that is not read", tensor(10, 0, 256), "Q2_K", "Q4_K"),
        refused("rows of part of a block", tensor(8, 0, 33), "rows of 33", "blocks of 32"),
        refused("no element", tensor(0, 0, 0), "shape [0]"),
        refused("2^63 elements", tensor(0, 0, 1L << 63), "shape [9223372036854775808]"),
        refused("2^60 elements", tensor(0, 0, HUGE), "shape [1152921504606846976]"),
        refused(
            "a product that overflows", tensor(0, 0, 1L << 32, 1L << 32), "4294967296, 4294967296"),
        refused("five dimensions", tensor(0, 0, 1, 1, 1, 1, 1), "5 dimensions"),
        refused("no dimension", tensor(0, 0), "0 dimensions"),
        refused("more than there is", tensor(0, 0, 5), "'it'", "20 bytes", "16 are there"),
        refused("an offset outside", tensor(0, 1 << 20, 4), "1,048,576"),
        refused("an offset of 2^62", tensor(0, 1L << 62, 4), "4,611,686,018,427,387,904"),
        refused("a negative offset", tensor(0, -32, 4), "18446744073709551584"),
        refused("an odd offset", tensor(0, 4, 2), "begins at 4", "alignment 32"));
  }

  private static Arguments refused(String kind, byte[] bytes, String... parts) {
    return Arguments.of(kind, bytes, parts);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void aHostileFileIsRefused(String kind, byte[] bytes, String[] parts) throws IOException {
    Path path = Files.write(folder.resolve("hostile.gguf"), bytes);
    assertThatThrownBy(() -> GgufFile.open(path))
        .isInstanceOf(SourceException.class)
        .hasMessageContainingAll(path.toString(), "; ")
        .hasMessageContainingAll(parts);
  }

  private static byte[] spoilt(Consumer<GgufBytes> change) {
    GgufBytes bytes = new GgufBytes().with("a", "b").tensor("t", new float[] {1}, 1);
    change.accept(bytes);
    return bytes.toBytes();
  }

  private static byte[] entry(byte[] typeAndValue) {
    return new GgufBytes().raw("it", typeAndValue).toBytes();
  }

  private static byte[] tensor(int type, long shift, long... shape) {
    return new GgufBytes().tensor("it", type, new byte[16], shift, shape).toBytes();
  }

  @Test
  void whatStandsTwiceIsRefused() throws IOException {
    byte[] entry = GgufBytes.bytes("key", 4, 1);
    byte[] twice = GgufBytes.bytes(0x46554747, 3, 0L, 2L, entry, entry);
    Path path = Files.write(folder.resolve("twice.gguf"), twice);
    assertThatThrownBy(() -> GgufFile.open(path))
        .hasMessageContainingAll("'key'", "twice")
        .isInstanceOf(SourceException.class);

    byte[] tensor = GgufBytes.bytes("it", 1, 1L, 0, 0L);
    byte[] tensors = GgufBytes.bytes(0x46554747, 3, 2L, 0L, tensor, tensor, new byte[64]);
    Files.write(path, tensors);
    assertThatThrownBy(() -> GgufFile.open(path))
        .hasMessageContainingAll("'it'", "twice")
        .isInstanceOf(SourceException.class);
  }

  @Test
  void aFileThatIsNotThereOrAFolderIsNamed() {
    assertThatThrownBy(() -> GgufFile.open(folder.resolve("none.gguf")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("none.gguf");
    assertThatThrownBy(() -> GgufFile.open(folder))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(folder.toString());
  }

  @Test
  void numbersThatAreNotFiniteAreNamed() {
    Path path =
        new GgufBytes()
            .tensor("it", new float[] {1, 2, Float.NaN}, 3)
            .write(folder.resolve("nan.gguf"));
    try (GgufFile file = GgufFile.open(path)) {
      assertThatThrownBy(() -> file.read(file.tensor("it").orElseThrow(), new float[3], 0))
          .isInstanceOf(SourceException.class)
          .hasMessageContainingAll("nan.gguf", "number 2 of tensor 'it' is NaN");
    }
  }

  @Test
  void aFileThatIsCutWhileItIsOpenIsNamed() throws IOException {
    byte[] bytes = TinyModel.bytes("llama").toBytes();
    Path path = Files.write(folder.resolve("cut.gguf"), bytes);
    try (GgufFile file = GgufFile.open(path)) {
      Files.write(path, Arrays.copyOf(bytes, bytes.length - 100));
      Tensor last = file.tensor("blk.1.ffn_down.weight").orElseThrow();
      assertThatThrownBy(() -> file.read(last, new float[last.elements()], 0))
          .isInstanceOf(SourceException.class)
          .hasMessageContainingAll("cut.gguf", "blk.1.ffn_down.weight");
    }
  }
}
