package dev.carryover.reports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.carryover.core.report.Diagnosis;
import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.report.ScreenReport;
import dev.carryover.core.report.Treatment;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * {@code report.json}, written and read back: snake_case, in the order of the records, unrounded,
 * what is undefined left out. What is written reads back equal, but for the long tail of a
 * diagnosis' lost answers, which {@link LostAnswersReporter} has.
 */
public final class ReportJson {
  private static final String FAMILY = "carryover.report/";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
          .addMixIn(Treatment.class, Marks.class)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final DefaultIndenter INDENTER = new DefaultIndenter("  ", "\n");

  /** Marks are left out where there are none, as in reports from before they were counted. */
  private interface Marks {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    SortedMap<String, Integer> marks();
  }

  private ReportJson() {}

  /** The report as JSON text that ends in a line. */
  public static String write(RunReport report) {
    return text(report.diagnosis().map(Diagnosis::abridged).map(report::with).orElse(report));
  }

  /** A screen's report as JSON text that ends in a line. */
  public static String write(ScreenReport report) {
    return text(report);
  }

  /** A plan of repairs as JSON text that ends in a line. */
  public static String write(RepairReport report) {
    return text(report);
  }

  private static String text(Object report) {
    ObjectNode tree = MAPPER.valueToTree(report);
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(INDENTER).withArrayIndenter(INDENTER);
    try {
      return escapeHalfPairs(MAPPER.writer(printer).writeValueAsString(tree)) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The report that a text holds.
   *
   * @param source where the text is from, for messages
   * @throws SourceException if it is no report, or one of a schema that this version does not know
   */
  public static RunReport read(String json, String source) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      requireSchema(tree, source);
      return MAPPER.treeToValue(tree, RunReport.class);
    } catch (JsonProcessingException e) {
      throw new SourceException(source + ": no run report: " + e.getOriginalMessage() + at(e), e);
    }
  }

  /**
   * The report that a file holds.
   *
   * @throws SourceException if it cannot be read, is no report, or one of a schema that this
   *     version does not know
   */
  public static RunReport read(Path file) {
    try {
      return read(Files.readString(file), file.toString());
    } catch (CharacterCodingException e) {
      throw new SourceException(file + ": not UTF-8: was it saved in another encoding?", e);
    } catch (IOException e) {
      throw new SourceException(file + ": cannot be read: " + e, e);
    }
  }

  private static void requireSchema(JsonNode tree, String source) {
    JsonNode schema = tree.path("schema");
    if (!schema.isTextual() || !schema.textValue().startsWith(FAMILY)) {
      throw new SourceException(
          "%s: no run report: expected an object whose schema is '%s'"
              .formatted(source, RunReport.SCHEMA));
    }
    if (!schema.textValue().equals(RunReport.SCHEMA)) {
      throw new SourceException(
          "%s: the schema is '%s' and this version reads '%s': use the Carryover that wrote it"
              .formatted(source, schema.textValue(), RunReport.SCHEMA));
    }
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : " (line " + e.getLocation().getLineNr() + ")";
  }

  /** Half of a surrogate pair has no UTF-8: it stays what it is as an escape. */
  private static String escapeHalfPairs(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            point -> {
              if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                escaped.append("\\u").append(Integer.toHexString(point));
              } else {
                escaped.appendCodePoint(point);
              }
            });
    return escaped.toString();
  }
}
