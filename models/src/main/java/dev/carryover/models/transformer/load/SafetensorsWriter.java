package dev.carryover.models.transformer.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SortedMap;

/** Writes safetensors files: texts and tensors by name, nothing else. */
final class SafetensorsWriter {
  private static final int CHUNK = 1 << 20;
  private static final int ALIGNMENT = 8;

  private SafetensorsWriter() {}

  static void write(
      Path file,
      SortedMap<String, String> metadata,
      SortedMap<String, Safetensors.Tensor> tensors) {
    Path beside = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (FileChannel channel =
          FileChannel.open(
              beside,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        drain(channel, header(metadata, tensors));
        for (Safetensors.Tensor tensor : tensors.values()) {
          write(channel, tensor.data().duplicate());
        }
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new SourceException(
          "%s cannot be written: %s; is the disk full?".formatted(file, e.getMessage()), e);
    }
  }

  private static ByteBuffer header(
      SortedMap<String, String> metadata, SortedMap<String, Safetensors.Tensor> tensors)
      throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    if (!metadata.isEmpty()) {
      ObjectNode texts = root.putObject(SafetensorsHeader.METADATA);
      metadata.forEach(texts::put);
    }
    long at = 0;
    for (var each : tensors.entrySet()) {
      ObjectNode entry = root.putObject(each.getKey()).put("dtype", Element.F32.name());
      ArrayNode shape = entry.putArray("shape");
      Arrays.stream(each.getValue().shape().getShape()).forEach(shape::add);
      long end = at + (long) each.getValue().data().remaining() * Float.BYTES;
      entry.putArray("data_offsets").add(at).add(end);
      at = end;
    }
    byte[] json = new ObjectMapper().writeValueAsBytes(root);
    int length = (json.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    byte[] padded = Arrays.copyOf(json, length);
    Arrays.fill(padded, json.length, length, (byte) ' ');
    return ByteBuffer.allocate(Long.BYTES + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(length)
        .put(padded)
        .flip();
  }

  private static void write(FileChannel channel, FloatBuffer data) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.LITTLE_ENDIAN);
    while (data.hasRemaining()) {
      int count = Math.min(data.remaining(), CHUNK / Float.BYTES);
      chunk.clear().limit(count * Float.BYTES);
      chunk.asFloatBuffer().put(data.slice().limit(count));
      data.position(data.position() + count);
      drain(channel, chunk);
    }
  }

  private static void drain(FileChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }
}
