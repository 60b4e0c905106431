package dev.carryover.core.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.Observation;
import dev.carryover.core.RepairPrice;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.zip.CRC32C;

/**
 * The blocks of a journal file: a line for each observation, a line for what was spent if anything
 * was, and a closing line with the number of those lines and the CRC-32C of their bytes, line ends
 * included.
 */
final class Blocks {
  private static final byte[] CLOSING = "{\"block\":".getBytes(StandardCharsets.UTF_8);
  private static final byte[] SPENT = "{\"spent\":".getBytes(StandardCharsets.UTF_8);

  private final Path file;
  private final BiConsumer<List<Observation>, Spent> closed;
  private final List<Observation> observations = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();
  private final Sum block = new Sum();

  /** Of the lines behind the last unreadable one, which may have closed a block before them. */
  private final Sum behindDamage = new Sum();

  private Spent spent = Spent.NOTHING;
  private long lineNumber;
  private long position;
  private long end;
  private String damage = "";
  private boolean closingDamaged;

  private Blocks(Path file, BiConsumer<List<Observation>, Spent> closed) {
    this.file = file;
    this.closed = closed;
  }

  /** A block as bytes. */
  static byte[] encode(List<Observation> observations, Spent spent) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Sum sum = new Sum();
    for (Observation observation : observations) {
      writeLine(ObservationJson.toJson(observation), bytes, sum);
    }
    if (!spent.equals(Spent.NOTHING)) {
      ObjectNode json = Json.MAPPER.createObjectNode();
      ObjectNode what = json.putObject("spent").put("embedded_texts", spent.embeddedTexts());
      if (!spent.writing().isEmpty()) {
        ObjectNode writers = what.putObject("writing");
        spent
            .writing()
            .forEach(
                (writer, usage) ->
                    writers
                        .putObject(writer)
                        .put("tokens_in", usage.tokensIn())
                        .put("tokens_out", usage.tokensOut()));
      }
      if (!spent.repairs().isEmpty()) {
        ObjectNode repairs = what.putObject("repairs");
        spent.repairs().forEach((cell, price) -> put(repairs.putObject(cell), price));
      }
      writeLine(json, bytes, sum);
    }
    bytes.write(sum.closing());
    bytes.write('\n');
    return bytes.toByteArray();
  }

  private static void put(ObjectNode json, RepairPrice price) {
    json.put("calls", price.calls())
        .put("tokens_in", price.usage().tokensIn())
        .put("tokens_out", price.usage().tokensOut())
        .put("embedded_texts", price.embeddedTexts());
    price.failure().ifPresent(why -> json.put("failure", why));
    if (price.micros() > 0) {
      json.put("micros", price.micros());
    }
    if (price.deviceMicros() > 0) {
      json.put("device_micros", price.deviceMicros());
    }
    price
        .reach()
        .ifPresent(
            reach ->
                json.putObject("rewrite")
                    .put("parts", reach.parts())
                    .put("rewritten", reach.rewritten())
                    .put("losing_identifiers", reach.losing()));
  }

  private static void writeLine(ObjectNode json, ByteArrayOutputStream bytes, Sum sum)
      throws IOException {
    byte[] line = Json.MAPPER.writeValueAsBytes(json);
    bytes.write(line);
    bytes.write('\n');
    sum.add(line, 0, line.length);
  }

  /**
   * Reads a journal file.
   *
   * @param closed is given each closed block, in order
   * @return how many bytes the closed blocks take; what is behind them is the torn last block
   * @throws RunException if a block that is not the last one is damaged, or one that is whole says
   *     what this version does not know
   */
  static long read(Path file, BiConsumer<List<Observation>, Spent> closed) throws IOException {
    Blocks blocks = new Blocks(file, closed);
    try (InputStream in = Files.newInputStream(file);
        ByteLines lines = new ByteLines(in)) {
      while (lines.next()) {
        blocks.accept(lines);
      }
      if (blocks.closingDamaged && lines.leavesRest()) {
        throw new RunException(blocks.damage);
      }
    }
    return blocks.end;
  }

  private void accept(ByteLines line) {
    lineNumber++;
    if (closingDamaged) {
      throw new RunException(damage);
    }
    position += line.length() + 1;
    if (startsWith(line, CLOSING)) {
      close(line);
      return;
    }
    block.add(line.bytes(), line.start(), line.length());
    behindDamage.add(line.bytes(), line.start(), line.length());
    parse(line);
  }

  private void close(ByteLines line) {
    boolean fits = block.isClosedBy(line);
    if (fits && damage.isEmpty()) {
      closed.accept(List.copyOf(observations), spent);
      end = position;
    } else if (fits || (!damage.isEmpty() && behindDamage.isClosedBy(line))) {
      throw new RunException(damage);
    } else {
      damage = damage.isEmpty() ? damaged("its checksum does not fit") : damage;
      closingDamaged = true;
    }
    observations.clear();
    spent = Spent.NOTHING;
    block.clear();
  }

  private void parse(ByteLines line) {
    try {
      if (startsWith(line, SPENT)) {
        JsonNode what =
            Json.MAPPER.readTree(line.bytes(), line.start(), line.length()).path("spent");
        SortedMap<String, Usage> writing = new TreeMap<>();
        what.path("writing")
            .properties()
            .forEach(writer -> writing.put(writer.getKey(), usage(writer.getValue())));
        SortedMap<String, RepairPrice> repairs = new TreeMap<>();
        what.path("repairs")
            .properties()
            .forEach(repair -> repairs.put(repair.getKey(), price(repair.getValue())));
        spent = new Spent(what.path("embedded_texts").asLong(), writing, repairs);
      } else {
        observations.add(ObservationParser.parse(line.bytes(), line.start(), line.length(), names));
      }
    } catch (IOException | IllegalArgumentException e) {
      damage = damage.isEmpty() ? damaged(String.valueOf(e.getMessage())) : damage;
      behindDamage.clear();
    }
  }

  private static Usage usage(JsonNode json) {
    return new Usage(json.path("tokens_in").asLong(), json.path("tokens_out").asLong());
  }

  private static RepairPrice price(JsonNode json) {
    return new RepairPrice(
        json.path("calls").asLong(),
        usage(json),
        json.path("embedded_texts").asLong(),
        json.has("rewrite") ? Optional.of(reach(json.path("rewrite"))) : Optional.empty(),
        json.has("failure") ? Optional.of(json.path("failure").asText()) : Optional.empty(),
        json.path("micros").asLong(),
        json.path("device_micros").asLong());
  }

  private static RewriteReach reach(JsonNode json) {
    return new RewriteReach(
        json.path("parts").asInt(),
        json.path("rewritten").asInt(),
        json.path("losing_identifiers").asInt());
  }

  private String damaged(String cause) {
    return ("%s is damaged at line %d (%s); restore it from a copy, or cut the file off before the"
            + " block of that line to have the rest observed again")
        .formatted(file, lineNumber, cause.lines().findFirst().orElse(""));
  }

  private static boolean startsWith(ByteLines line, byte[] prefix) {
    int from = line.start();
    return line.length() >= prefix.length
        && Arrays.equals(line.bytes(), from, from + prefix.length, prefix, 0, prefix.length);
  }

  /** The number of some lines and their checksum. */
  private static final class Sum {
    private final CRC32C crc = new CRC32C();
    private int lines;

    void add(byte[] line, int from, int length) {
      crc.update(line, from, length);
      crc.update('\n');
      lines++;
    }

    void clear() {
      crc.reset();
      lines = 0;
    }

    boolean isClosedBy(ByteLines line) {
      byte[] closing = closing();
      return line.length() == closing.length && startsWith(line, closing);
    }

    byte[] closing() {
      return String.format(
              Locale.ROOT, "{\"block\":{\"lines\":%d,\"crc32c\":\"%08x\"}}", lines, crc.getValue())
          .getBytes(StandardCharsets.UTF_8);
    }
  }
}
