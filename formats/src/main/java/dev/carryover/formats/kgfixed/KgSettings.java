package dev.carryover.formats.kgfixed;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of the format.
 *
 * @param schemaName as given: a built-in schema's name or a path
 * @param schema what may be claimed
 * @param hops how many relations to other entities a traversal follows at most
 * @param limit how many claims a read returns at most
 * @param told whether they come back in the order in which they were told, not best first
 * @param server where the claims are traversed; empty for in this process
 */
record KgSettings(
    String schemaName,
    Schema schema,
    int hops,
    int limit,
    boolean told,
    Optional<ServerAddress> server) {
  static final String SCHEMA = "schema";

  private static final String HOPS = "hops";
  private static final String LIMIT = "limit";
  private static final String ORDER = "order";
  private static final String BEST = "best";
  private static final String TOLD = "told";
  private static final String BACKEND = "backend";
  private static final String URI = "uri";
  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String EMBEDDED = "embedded";
  private static final String NEO4J = "neo4j";
  private static final String DEFAULT_URI = "bolt://localhost:7687";
  private static final String NOBODY = "none";
  private static final String DEFAULT_VARIABLE = "NEO4J_PASSWORD";

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              SCHEMA,
              Schemas.BUILT_IN.get(0),
              "one of " + String.join(", ", Schemas.BUILT_IN) + ", or a schema file's path"),
          new Parameter(HOPS, "2", "relations to other entities that a read follows at most"),
          new Parameter(LIMIT, "32", "claims that a read returns at most"),
          new Parameter(
              ORDER,
              BEST,
              "best first, or told: as the events tell them, for readers that go by the order of texts"),
          new Parameter(BACKEND, EMBEDDED, "where claims are traversed: embedded or neo4j"),
          new Parameter(URI, DEFAULT_URI, "of the Neo4j server"),
          new Parameter(USER, NOBODY, "of the Neo4j server; none where it asks for no password"),
          new Parameter(PASSWORD, DEFAULT_VARIABLE, "environment variable with the password"));

  static KgSettings from(Settings settings) {
    String name = settings.text(SCHEMA).orElse(Schemas.BUILT_IN.get(0));
    boolean neo4j = settings.choice(BACKEND, EMBEDDED, List.of(EMBEDDED, NEO4J)).equals(NEO4J);
    return new KgSettings(
        name,
        Schemas.named(name),
        settings.integer(HOPS, 2, 0, 10),
        settings.integer(LIMIT, 32, 1, 10_000),
        settings.choice(ORDER, BEST, List.of(BEST, TOLD)).equals(TOLD),
        neo4j ? Optional.of(server(settings)) : Optional.empty());
  }

  private static ServerAddress server(Settings settings) {
    String uri = settings.text(URI).orElse(DEFAULT_URI);
    if (!ServerAddress.isUsable(uri)) {
      throw new SettingException(
          URI,
          "'%s' is '%s'".formatted(URI, uri.replaceFirst("//[^@/]*@", "//...@")),
          "give an address such as " + DEFAULT_URI + ", without user and password in it");
    }
    return new ServerAddress(
        uri,
        settings.text(USER).filter(user -> !user.equals(NOBODY)),
        settings.text(PASSWORD).orElse(DEFAULT_VARIABLE));
  }

  /** Resolved. The schema is named with its checksum, because a file may change under its name. */
  SortedMap<String, String> asMap() {
    SortedMap<String, String> map = new TreeMap<>();
    map.put(SCHEMA, schemaName + " sha256:" + schema.sha256());
    map.put(HOPS, Integer.toString(hops));
    map.put(LIMIT, Integer.toString(limit));
    map.put(ORDER, told ? TOLD : BEST);
    map.put(BACKEND, server.isPresent() ? NEO4J : EMBEDDED);
    map.put(URI, server.map(ServerAddress::uri).orElse(DEFAULT_URI));
    map.put(USER, server.flatMap(ServerAddress::user).orElse(NOBODY));
    map.put(PASSWORD, server.map(ServerAddress::passwordVariable).orElse(DEFAULT_VARIABLE));
    return map;
  }
}
