package dev.carryover.models.transformer.load;

import ai.djl.ndarray.types.Shape;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The verified header of a safetensors file: every tensor lies within it, and apart. */
final class SafetensorsHeader {
  static final String METADATA = "__metadata__";
  private static final String DAMAGED = "the file is damaged: copy or make it again";
  private static final long LARGEST = 64L << 20;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path file;
  private final long dataStart;
  private final long fileSize;
  private final SortedMap<String, String> metadata = new TreeMap<>();
  private final SortedMap<String, Entry> entries = new TreeMap<>();

  private SafetensorsHeader(Path file, long dataStart, long fileSize) {
    this.file = file;
    this.dataStart = dataStart;
    this.fileSize = fileSize;
  }

  /**
   * Where a tensor lies.
   *
   * @param begin first byte, counted from the start of the file
   * @param end after the last
   */
  record Entry(Element element, Shape shape, long begin, long end) {}

  static SafetensorsHeader read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      long length = size < Long.BYTES ? 0 : number(channel);
      if (length < 2 || length > Math.min(LARGEST, size - Long.BYTES)) {
        throw new SourceException(
            "%s: no safetensors file: its header would be %s bytes of the file's %d; %s"
                .formatted(file, Long.toUnsignedString(length), size, DAMAGED));
      }
      ByteBuffer json = ByteBuffer.allocate((int) length);
      fill(channel, json);
      var header = new SafetensorsHeader(file, Long.BYTES + length, size);
      header.parse(json.array());
      header.requireApart();
      return header;
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "%s: the header is no JSON: %s; %s".formatted(file, e.getOriginalMessage(), DAMAGED), e);
    } catch (IOException e) {
      throw new SourceException(
          "%s cannot be read: %s".formatted(file, Optional.ofNullable(e.getMessage()).orElse("")),
          e);
    }
  }

  SortedMap<String, String> metadata() {
    return Collections.unmodifiableSortedMap(metadata);
  }

  SortedSet<String> names() {
    return new TreeSet<>(entries.keySet());
  }

  Entry entry(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      throw new SourceException(
          "%s: there is no tensor '%s' among its %d; is it another model's file?"
              .formatted(file, name, entries.size()));
    }
    return entry;
  }

  private static long number(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    fill(channel, buffer);
    return buffer.getLong(0);
  }

  private static void fill(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new IOException("it ends within its header");
      }
    }
  }

  private void parse(byte[] json) throws IOException {
    JsonNode root = MAPPER.readTree(json);
    if (!root.isObject()) {
      throw damaged("the header is no JSON object");
    }
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      if (field.getKey().equals(METADATA)) {
        texts(field.getValue());
      } else {
        entries.put(field.getKey(), entry(field.getKey(), field.getValue()));
      }
    }
  }

  private void texts(JsonNode map) {
    for (Map.Entry<String, JsonNode> text : map.properties()) {
      if (!text.getValue().isTextual()) {
        throw damaged("'" + text.getKey() + "' of its metadata is no text");
      }
      metadata.put(text.getKey(), text.getValue().textValue());
    }
  }

  private Entry entry(String name, JsonNode json) {
    Element element = element(name, json.path("dtype").asText());
    long[] dimensions = numbers(name, "shape", json.path("shape"));
    long[] offsets = numbers(name, "data_offsets", json.path("data_offsets"));
    long data = fileSize - dataStart;
    if (offsets.length != 2 || offsets[0] > offsets[1] || offsets[1] > data) {
      throw damaged(
          "tensor '%s' at data_offsets %s of %d bytes"
              .formatted(name, Arrays.toString(offsets), data));
    }
    long claimed = element.bytes();
    try {
      for (long dimension : dimensions) {
        claimed = Math.multiplyExact(claimed, dimension);
      }
    } catch (ArithmeticException e) {
      claimed = -1;
    }
    if (claimed != offsets[1] - offsets[0]) {
      throw damaged(
          "tensor '%s' of shape %s in %d bytes of %s"
              .formatted(name, Arrays.toString(dimensions), offsets[1] - offsets[0], element));
    }
    return new Entry(
        element, new Shape(dimensions), dataStart + offsets[0], dataStart + offsets[1]);
  }

  private Element element(String name, String dtype) {
    return Arrays.stream(Element.values())
        .filter(element -> element.name().equals(dtype))
        .findFirst()
        .orElseThrow(
            () -> damaged("tensor '%s' of unknown number format '%s'".formatted(name, dtype)));
  }

  private long[] numbers(String name, String key, JsonNode list) {
    if (!list.isArray()) {
      throw damaged("tensor '%s' without a list '%s'".formatted(name, key));
    }
    long[] numbers = new long[list.size()];
    for (int i = 0; i < numbers.length; i++) {
      JsonNode number = list.get(i);
      if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
        throw damaged("tensor '%s' with %s %s".formatted(name, key, list));
      }
      numbers[i] = number.longValue();
    }
    return numbers;
  }

  /** As the format demands, the data is covered without overlap or hole. */
  private void requireApart() {
    List<Map.Entry<String, Entry>> inOrder =
        entries.entrySet().stream()
            .sorted(
                Map.Entry.comparingByValue(
                    Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end)))
            .toList();
    long end = dataStart;
    for (Map.Entry<String, Entry> each : inOrder) {
      Entry entry = each.getValue();
      if (entry.begin() != end) {
        throw damaged(
            "tensor '%s' begins at byte %d, where what precedes it ends at %d"
                .formatted(each.getKey(), entry.begin(), end));
      }
      end = entry.end();
    }
    if (end != fileSize) {
      throw damaged("its tensors end at byte %d of %d".formatted(end, fileSize));
    }
  }

  private SourceException damaged(String what) {
    return new SourceException(file + ": " + what + "; " + DAMAGED);
  }
}
