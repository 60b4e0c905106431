package dev.carryover.formats.kgfixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.ClaimSchema.Rule;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas that a setting can name. */
final class SchemaTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"conversation", "synthetic", "synthetic-nano", "nano"})
  void builtInSchemasKeepToTheConventions(String name) {
    Schema schema = Schemas.named(name);

    Relation alias = schema.claims().relation("alias").orElseThrow();
    assertThat(alias.toEntity()).isTrue();
    assertThat(alias.rule()).isEqualTo(Rule.ALL);
    assertThat(schema.claims().relation("trusted-source").orElseThrow().rule()).isEqualTo(Rule.ALL);
    assertThat(schema.claims().relations())
        .allSatisfy(
            relation -> {
              assertThat(relation.name()).matches("[a-z][a-z-]*");
              assertThat(relation.description()).isNotBlank();
            });
  }

  @Test
  void aFileMayStandInForABuiltInSchema() throws IOException {
    Path file = folder.resolve("mine.json");
    Files.writeString(
        file,
        """
        {"schema": "carryover.claims/1", "relations": [
          {"name": "deadline", "description": "of a project", "words": ["due"], "rule": "latest"}]}
        """);

    assertThat(Schemas.named(file.toString()).claims().relations())
        .extracting(Relation::name)
        .containsExactly("deadline");
  }

  @Test
  void aFileThatChangesUnderItsNameIsAnotherSetting() throws IOException {
    Path file = folder.resolve("mine.json");
    String schema =
        "{\"schema\": \"carryover.claims/1\", \"relations\": [{\"name\": \"%s\", \"rule\": \"all\"}]}";
    Files.writeString(file, schema.formatted("one"));
    Map<String, String> before = resolved(file);
    Files.writeString(file, schema.formatted("two"));

    assertThat(resolved(file)).isNotEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                                          | begin with {
          []                                                          | begin with {
          {"relations": [                                             | cut off
          {"relations": []}                                           | 'schema' is missing
          {"schema": "carryover.claims/2", "relations": []}           | reads 'carryover.claims/1'
          {"schema": "carryover.claims/1"}                            | at least one
          {"schema": "carryover.claims/1", "x": 1}                    | unknown field 'x'
          {"schema": "carryover.claims/1", "relations": {}}           | no array
          {"schema": "carryover.claims/1", "relations": [7]}          | {…}
          {"phrases": 1}                                              | no object
          {"phrases": {"loud": "x"}}                                  | unknown field 'loud'
          {"schema": 1}                                               | quote it
          {"relations": [{"name": "a"}]}                              | has no rule
          {"relations": [{"rule": "all"}]}                            | has no name
          {"relations": [{"name": "a", "rule": "newest"}]}            | all, latest, disputed
          {"relations": [{"name": "a", "colour": "red"}]}             | unknown field 'colour'
          {"relations": [{"name": "a", "to_entity": "yes"}]}          | true or false
          {"relations": [{"name": "a", "words": "b"}]}                | no array
          {"relations": [{"name": "a", "sentence": "{subject} is"}]}  | name both
          {"relations": [{"name": "a", "rule": "all"},{"name": "a", "rule": "all"}]} | there twice
          """)
  void aDamagedSchemaIsRefusedWithPlaceAndRemedy(String text, String part) throws IOException {
    Path file = folder.resolve("schema.json");
    Files.writeString(file, text);

    assertThatThrownBy(() -> Schemas.named(file.toString()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(part)
        .hasMessageContaining("conversation, synthetic, synthetic-nano, nano");
  }

  @Test
  void whatIsNoSchemaFileIsRefused() throws IOException {
    Path latin = folder.resolve("latin.json");
    Files.write(latin, "{\"schema\": \"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));
    Path huge = folder.resolve("huge.json");
    Files.writeString(huge, " ".repeat(2 << 20));

    assertRefused(latin.toString(), "not UTF-8");
    assertRefused(huge.toString(), "longer than");
    assertRefused(folder.toString(), "no file");
    assertRefused("synthetic-nanno", "no built-in schema");
    assertRefused("nul\0", "no path");
  }

  private static void assertRefused(String setting, String part) {
    assertThatThrownBy(() -> new KgFixedProvider().create(Settings.of(Map.of("schema", setting))))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(part);
  }

  private static Map<String, String> resolved(Path file) {
    return new KgFixedProvider().create(Settings.of(Map.of("schema", file.toString()))).settings();
  }
}
