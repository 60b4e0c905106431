package dev.carryover.formats.kgfixed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.ClaimSchema.Rule;
import dev.carryover.core.spi.SourceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a schema: {@code {"schema": "carryover.claims/1", "relations": [{"name", "description",
 * "words"?: […], "to_entity"?: false, "rule": "all" | "latest" | "disputed", "sentence"?}],
 * "phrases"?: {"plain"?, "said"?, "earlier"?, "later"?, "end"?}}}.
 */
final class SchemaParser {
  private static final String FORM = "carryover.claims/1";
  private static final JsonFactory JSON = new JsonFactory();
  private static final String SUBJECT = "{subject}";
  private static final String OBJECT = "{object}";
  private static final List<String> PHRASES = List.of("plain", "said", "earlier", "later", "end");

  private final String name;
  private final JsonParser json;
  private final List<Relation> relations = new ArrayList<>();
  private final Map<String, String> sentences = new LinkedHashMap<>();
  private final Map<String, String> phrases = new HashMap<>();

  private SchemaParser(String name, JsonParser json) {
    this.name = name;
    this.json = json;
  }

  /**
   * The schema in a text.
   *
   * @param name of the file, for errors
   * @throws SourceException naming the place and the remedy
   */
  static Schema parse(String name, String text) {
    try (JsonParser json = JSON.createParser(text)) {
      SchemaParser parser = new SchemaParser(name, json);
      parser.read();
      return new Schema(
          text, new ClaimSchema(parser.relations), parser.sentences, parser.phrasing());
    } catch (JsonProcessingException e) {
      throw new SourceException(
          "'%s'%s: no valid JSON: %s; the file may be cut off"
              .formatted(name, place(e.getLocation()), e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new SourceException("'%s' cannot be read: %s".formatted(name, e.getMessage()), e);
    }
  }

  private void read() throws IOException {
    require(json.nextToken() == JsonToken.START_OBJECT, "no object", "begin with {");
    Optional<String> form = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "schema" -> form = Optional.of(text(field));
        case "relations" -> relations();
        case "phrases" -> phrases();
        default ->
            throw problem("unknown field '" + field + "'", "known are schema, relations, phrases");
      }
    }
    require(
        form.filter(FORM::equals).isPresent(),
        "'schema' is " + form.map(f -> "'" + f + "'").orElse("missing"),
        "this version reads '" + FORM + "'");
    require(!relations.isEmpty(), "no relation", "list at least one under 'relations'");
    require(json.nextToken() == null, "text after the end", "leave one object in the file");
  }

  private void phrases() throws IOException {
    require(json.currentToken() == JsonToken.START_OBJECT, "'phrases' is no object", "write {…}");
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      require(
          PHRASES.contains(field),
          "unknown field '" + field + "' of the phrases",
          "known are " + String.join(", ", PHRASES));
      phrases.put(field, text(field));
    }
  }

  private Phrases phrasing() {
    return new Phrases(
        phrases.getOrDefault("plain", Phrases.ENGLISH.plain()),
        phrases.getOrDefault("said", Phrases.ENGLISH.said()),
        phrases.getOrDefault("earlier", Phrases.ENGLISH.earlier()),
        phrases.getOrDefault("later", Phrases.ENGLISH.later()),
        phrases.getOrDefault("end", Phrases.ENGLISH.end()));
  }

  private void relations() throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, "'relations' is no array", "write […]");
    Set<String> names = new HashSet<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Relation relation = relation();
      require(
          names.add(relation.name()),
          "the relation '" + relation.name() + "' is there twice",
          "keep one");
      relations.add(relation);
    }
  }

  private Relation relation() throws IOException {
    require(json.currentToken() == JsonToken.START_OBJECT, "a relation is no object", "write {…}");
    String relation = "";
    String description = "";
    List<String> words = List.of();
    boolean toEntity = false;
    Optional<Rule> rule = Optional.empty();
    Optional<String> sentence = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String field = json.currentName();
      json.nextToken();
      switch (field) {
        case "name" -> relation = text(field);
        case "description" -> description = text(field);
        case "words" -> words = words();
        case "to_entity" -> toEntity = flag(field);
        case "rule" -> rule = Optional.of(rule(text(field)));
        case "sentence" -> sentence = Optional.of(sentence(text(field)));
        default ->
            throw problem(
                "unknown field '" + field + "' of a relation",
                "known are name, description, words, to_entity, rule, sentence");
      }
    }
    require(!relation.isBlank(), "a relation has no name", "give it one");
    require(rule.isPresent(), "relation '" + relation + "' has no rule", "give it one");
    if (sentence.isPresent()) {
      sentences.put(relation, sentence.get());
    }
    return new Relation(relation, description, words, toEntity, rule.get());
  }

  private Rule rule(String word) {
    for (Rule rule : Rule.values()) {
      if (rule.name().toLowerCase(Locale.ROOT).equals(word)) {
        return rule;
      }
    }
    throw problem("'rule' is '" + word + "'", "choose one of all, latest, disputed");
  }

  private String sentence(String text) {
    require(
        text.contains(SUBJECT) && text.contains(OBJECT),
        "the sentence '" + text + "' leaves out " + SUBJECT + " or " + OBJECT,
        "name both");
    return text;
  }

  private List<String> words() throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, "'words' is no array", "write […]");
    List<String> words = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      words.add(text("words"));
    }
    return words;
  }

  private boolean flag(String field) throws IOException {
    require(json.currentToken().isBoolean(), "'" + field + "' is no switch", "true or false");
    return json.getBooleanValue();
  }

  private String text(String field) throws IOException {
    require(
        json.currentToken() == JsonToken.VALUE_STRING, "'" + field + "' is no text", "quote it");
    return json.getText();
  }

  private void require(boolean holds, String what, String remedy) {
    if (!holds) {
      throw problem(what, remedy);
    }
  }

  private SourceException problem(String what, String remedy) {
    return new SourceException(
        "'%s'%s: %s; %s".formatted(name, place(json.currentTokenLocation()), what, remedy));
  }

  private static String place(JsonLocation location) {
    return location == null ? "" : ", line " + location.getLineNr();
  }
}
