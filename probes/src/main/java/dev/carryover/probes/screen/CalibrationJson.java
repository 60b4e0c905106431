package dev.carryover.probes.screen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The calibration file, {@code carryover.calibration/1}. It names no date: equal fits are equal.
 */
public final class CalibrationJson {
  /** Name and version of its shape. */
  public static final String SCHEMA = "carryover.calibration/1";

  private static final String FAMILY = "carryover.calibration/";
  private static final String SHIPPED = "calibration.json";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

  /** A file of another version of this shape, which this build cannot read. */
  public static final class OtherSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OtherSchemaException(String message) {
      super(message);
    }
  }

  private CalibrationJson() {}

  /** The text of the file that ships: fitted on our own runs of built-in models. */
  public static String shipped() {
    try (InputStream in = CalibrationJson.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + SHIPPED);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As text that ends in a line. */
  public static String write(Calibration calibration) {
    ObjectNode tree = MAPPER.createObjectNode();
    tree.put("schema", SCHEMA);
    tree.put("probes", TwentyProbes.COUNT);
    tree.put("seed", calibration.seed());
    calibration.runs().forEach(tree.putArray("runs")::add);
    ObjectNode formats = tree.putObject("formats");
    calibration
        .formats()
        .forEach(
            (name, fit) ->
                formats
                    .putObject(name)
                    .put("measure", fit.measure())
                    .put("slope", fit.line().slope())
                    .put("intercept", fit.line().intercept())
                    .put("residual_sd", fit.line().residualSd())
                    .put("n", fit.line().n())
                    .put("histories", fit.histories())
                    .put("pairs", fit.pairs())
                    .put("pair_sd", fit.pairSd())
                    .put("mean_of_twenty", fit.line().meanX())
                    .put("squares_of_twenty", fit.line().spreadX()));
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER);
    try {
      return MAPPER.writer(printer).writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The calibration that a text holds.
   *
   * @param source where the text is from, for messages
   * @throws OtherSchemaException if it is of another version
   * @throws SourceException if it is no calibration
   */
  public static Calibration read(String json, String source) {
    JsonNode tree = tree(json, source);
    JsonNode schema = tree.path("schema");
    if (!schema.isTextual() || !schema.textValue().startsWith(FAMILY)) {
      throw new SourceException(
          "%s: no calibration: expected an object whose schema is '%s'; 'carryover calibrate' writes one"
              .formatted(source, SCHEMA));
    }
    if (!schema.textValue().equals(SCHEMA)) {
      throw new OtherSchemaException(
          "%s: the schema is '%s' and this version reads '%s'; use the Carryover that wrote it, or make it again with 'carryover calibrate'"
              .formatted(source, schema.textValue(), SCHEMA));
    }
    Entry top = new Entry(tree, source);
    if (top.whole("probes") != TwentyProbes.COUNT) {
      throw new SourceException(
          "%s: 'probes' is %d, and a screen asks %d; make it again with 'carryover calibrate'"
              .formatted(source, top.whole("probes"), TwentyProbes.COUNT));
    }
    List<String> runs = new ArrayList<>();
    tree.path("runs").forEach(run -> runs.add(run.asText()));
    SortedMap<String, FormatFit> formats = new TreeMap<>();
    for (var format : tree.path("formats").properties()) {
      formats.put(format.getKey(), fit(format.getValue(), source + ", " + format.getKey()));
    }
    return new Calibration(top.whole("seed"), runs, formats);
  }

  private static JsonNode tree(String json, String source) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "%s: no calibration (no JSON at line %d); restore the file, or make it again with 'carryover calibrate'"
              .formatted(source, e.getLocation().getLineNr()),
          e);
    }
  }

  private static FormatFit fit(JsonNode node, String where) {
    Entry entry = new Entry(node, where);
    try {
      return new FormatFit(
          entry.text("measure"),
          new Line(
              entry.number("intercept"),
              entry.number("slope"),
              entry.number("residual_sd"),
              Math.toIntExact(entry.whole("n")),
              entry.number("mean_of_twenty"),
              entry.number("squares_of_twenty")),
          Math.toIntExact(entry.whole("histories")),
          Math.toIntExact(entry.whole("pairs")),
          entry.number("pair_sd"));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new SourceException(where + ": " + e.getMessage(), e);
    }
  }

  /** An object of the file. */
  private record Entry(JsonNode node, String where) {
    double number(String key) {
      JsonNode value = node.path(key);
      if (!value.isNumber()) {
        throw wrong(key, "a number");
      }
      return value.doubleValue();
    }

    long whole(String key) {
      JsonNode value = node.path(key);
      if (!value.canConvertToLong() || !value.isIntegralNumber()) {
        throw wrong(key, "a whole number");
      }
      return value.longValue();
    }

    String text(String key) {
      JsonNode value = node.path(key);
      if (!value.isTextual()) {
        throw wrong(key, "a text");
      }
      return value.textValue();
    }

    private SourceException wrong(String key, String expected) {
      return new SourceException(
          "%s: '%s' is %s, and must be %s; restore the file, or make it again with 'carryover calibrate'"
              .formatted(where, key, node.has(key) ? node.get(key) : "missing", expected));
    }
  }
}
