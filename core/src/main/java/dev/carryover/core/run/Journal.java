package dev.carryover.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Observation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/**
 * Every observation of a run, append-only: JSON lines in blocks, each block closed by a line with
 * its checksum. A block counts when its closing line is whole; whatever a crash left behind the
 * last closed block is cut off on opening, and is observed again.
 */
public final class Journal implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final Map<String, Map<String, Observation>> observations = new LinkedHashMap<>();
  private Spent spent = Spent.NOTHING;
  private long end;

  private Journal(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * What was paid for beside the answers.
   *
   * @param embeddedTexts texts that an embedding model really embedded
   */
  public record Spent(long embeddedTexts) {
    /** Nothing. */
    public static final Spent NOTHING = new Spent(0);

    private Spent plus(Spent other) {
      return new Spent(embeddedTexts + other.embeddedTexts);
    }
  }

  /**
   * Opens a journal for reading and appending, or starts one.
   *
   * @throws RunException if a closed block is damaged
   */
  public static Journal open(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      Journal journal = new Journal(file, channel);
      journal.load(Files.readAllBytes(file));
      channel.truncate(journal.end);
      channel.position(journal.end);
      return journal;
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be opened: " + e, e);
    }
  }

  /** Reads a journal without changing it. */
  static Journal read(Path file) {
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      Journal journal = new Journal(file, channel);
      journal.load(Files.readAllBytes(file));
      return journal;
    } catch (IOException e) {
      throw new RunException(file + " cannot be read: " + e, e);
    }
  }

  /** Appends a block. When this returns, the block survives a crash. */
  public synchronized void append(List<Observation> block, Spent alsoSpent) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try {
      for (Observation observation : block) {
        Json.MAPPER.writeValue(lines, ObservationJson.toJson(observation));
        lines.write('\n');
      }
      ObjectNode closing = Json.MAPPER.createObjectNode();
      closing.put("lines", block.size());
      closing.put("crc32c", checksum(lines.toByteArray(), 0, lines.size()));
      closing.put("embedded_texts", alsoSpent.embeddedTexts());
      Json.MAPPER.writeValue(lines, Json.MAPPER.createObjectNode().set("block", closing));
      lines.write('\n');
      ByteBuffer bytes = ByteBuffer.wrap(lines.toByteArray());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
      end = channel.position();
    } catch (IOException e) {
      throw new UncheckedIOException(
          file + " cannot be written: " + e + "; what was journalled before is safe", e);
    }
    block.forEach(this::remember);
    spent = spent.plus(alsoSpent);
  }

  /**
   * The observations of a cell, by probe. An observation that failed and was made again appears
   * once, as the later one.
   */
  public synchronized Map<String, Observation> of(String cell) {
    return Map.copyOf(observations.getOrDefault(cell, Map.of()));
  }

  /** The probes of a cell that need not be asked again: all but the failed ones. */
  public synchronized Set<String> settled(String cell) {
    return observations.getOrDefault(cell, Map.of()).values().stream()
        .filter(o -> o.outcome().fold(scored -> true, unscored -> true, failed -> false))
        .map(Observation::probe)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Every observation that counts, in the order of the first attempt. */
  public synchronized List<Observation> all() {
    return observations.values().stream().flatMap(cell -> cell.values().stream()).toList();
  }

  /** The observations that failed and were not made since. */
  public List<Observation> failures() {
    return all().stream()
        .filter(o -> o.outcome().fold(scored -> false, unscored -> false, failed -> true))
        .toList();
  }

  /** What was paid for beside the answers, over all attempts. */
  public synchronized Spent spent() {
    return spent;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be closed: " + e, e);
    }
  }

  private void load(byte[] bytes) throws IOException {
    int blockStart = 0;
    int lineStart = 0;
    int lineNumber = 0;
    List<Observation> block = new ArrayList<>();
    String damage = "";
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      lineNumber++;
      try {
        JsonNode line = Json.MAPPER.readTree(bytes, lineStart, i - lineStart);
        if (!line.has("block")) {
          block.add(ObservationJson.fromJson(line));
        } else if (!damage.isEmpty()) {
          throw new RunException(damage);
        } else {
          JsonNode closing = line.path("block");
          String found = checksum(bytes, blockStart, lineStart - blockStart);
          if (closing.path("crc32c").asText().equals(found)
              && closing.path("lines").asInt() == block.size()) {
            block.forEach(this::remember);
            spent = spent.plus(new Spent(closing.path("embedded_texts").asLong()));
            end = i + 1;
          } else {
            damage = damaged(lineNumber, "its checksum does not fit");
          }
          block.clear();
          blockStart = i + 1;
        }
      } catch (JsonProcessingException | IllegalArgumentException e) {
        damage = damage.isEmpty() ? damaged(lineNumber, String.valueOf(e.getMessage())) : damage;
      }
      lineStart = i + 1;
    }
  }

  private String damaged(int line, String cause) {
    return ("%s is damaged at line %d (%s), with whole blocks behind it; restore it from a copy, or"
            + " cut the file before that line to have the rest observed again")
        .formatted(file, line, cause.lines().findFirst().orElse(""));
  }

  private void remember(Observation observation) {
    observations
        .computeIfAbsent(observation.cell(), cell -> new LinkedHashMap<>())
        .put(observation.probe(), observation);
  }

  private static String checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return "%08x".formatted(crc.getValue());
  }
}
