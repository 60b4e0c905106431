package dev.carryover.formats.kgfixed;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.carryover.core.Claim;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.formats.JsonLineWriter;
import dev.carryover.formats.JsonLines;
import dev.carryover.formats.kgfixed.Claims.Rejection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a store: {@code claims.jsonl}, one claim a line, in the order of the events, and
 * {@code schema.json}, the schema as it was given. {@code writing.json} beside them is for people:
 * what the writer took, whether it was cut off, and what was rejected.
 *
 * @param schema of the claims
 * @param claims in order
 */
record KgContent(Schema schema, List<StoredClaim> claims) {
  private static final String CLAIMS = "claims.jsonl";
  private static final String SCHEMA = "schema.json";
  private static final String WRITING = "writing.json";

  KgContent {
    claims = List.copyOf(claims);
  }

  /**
   * Opens a store's content.
   *
   * @throws IncompatibleStoreException if the store is of another format
   * @throws SourceException if the content is not what this format writes
   */
  static KgContent of(MemoryStore store) {
    String format = store.manifest().description().format();
    if (!format.equals(KgFixedProvider.NAME)) {
      throw new IncompatibleStoreException(
          "the store in '%s' is of format '%s', not %s; open it with its own format"
              .formatted(store.directory(), format, KgFixedProvider.NAME));
    }
    Path schema = store.content().resolve(SCHEMA);
    Path file = store.content().resolve(CLAIMS);
    List<StoredClaim> claims = new ArrayList<>();
    JsonLines.read(
        file, Integer.MAX_VALUE - 8, (json, line) -> claims.add(new Line(file, line).read(json)));
    try {
      return new KgContent(SchemaParser.parse(schema.toString(), Files.readString(schema)), claims);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + schema + "' cannot be read", e);
    }
  }

  void writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve(SCHEMA), schema.text());
    try (JsonLineWriter json = new JsonLineWriter(folder.resolve(CLAIMS))) {
      for (StoredClaim stored : claims) {
        write(json, stored);
      }
    }
  }

  /** Notes how the claims came about. */
  static void writeNotes(Path folder, Usage usage, boolean cutOff, List<Rejection> rejected)
      throws IOException {
    try (JsonLineWriter json = new JsonLineWriter(folder.resolve(WRITING))) {
      json.begin()
          .number("tokens_in", usage.tokensIn())
          .number("tokens_out", usage.tokensOut())
          .flag("cut_off", cutOff)
          .beginArray("rejected");
      for (Rejection rejection : rejected) {
        json.begin().text("reason", rejection.reason()).text("said", rejection.said()).end();
      }
      json.endArray().endLine();
    }
  }

  private static void write(JsonLineWriter json, StoredClaim stored) throws IOException {
    Claim claim = stored.claim();
    json.begin()
        .text("id", stored.id())
        .text("subject", claim.subject())
        .text("relation", claim.relation())
        .text("object", claim.object());
    if (claim.source().isPresent()) {
      json.text("source", claim.source().get());
    }
    json.text("event", claim.event());
    if (claim.time().isPresent()) {
      json.text("time", claim.time().get());
    }
    if (stored.supersedes().isPresent()) {
      json.text("supersedes", stored.supersedes().get());
    }
    json.flag("whole", stored.whole()).endLine();
  }

  private record Line(Path file, long line) {
    StoredClaim read(JsonParser json) throws IOException {
      Map<String, String> texts = new HashMap<>();
      boolean whole = false;
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "whole" -> whole = json.getBooleanValue();
          case "id", "subject", "relation", "object", "source", "event", "time", "supersedes" ->
              texts.put(field, json.getText());
          default -> throw damaged("unknown field '" + field + "'");
        }
      }
      Claim claim =
          new Claim(
              required(texts, "subject"),
              required(texts, "relation"),
              required(texts, "object"),
              Optional.ofNullable(texts.get("source")),
              required(texts, "event"),
              Optional.ofNullable(texts.get("time")));
      return new StoredClaim(
          required(texts, "id"), claim, Optional.ofNullable(texts.get("supersedes")), whole);
    }

    private String required(Map<String, String> texts, String field) {
      return Optional.ofNullable(texts.get(field))
          .filter(text -> !text.isBlank())
          .orElseThrow(() -> damaged("field '" + field + "' is missing"));
    }

    private SourceException damaged(String what) {
      return JsonLines.problem(file, line, what, "the store was not written by this format");
    }
  }
}
