package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.neo4j.driver.Driver;
import org.neo4j.driver.Record;
import org.neo4j.driver.Session;
import org.neo4j.driver.TransactionContext;

/**
 * One store's claims in a Neo4j server: a {@code CarryoverStore} that says how many there are, a
 * node for each claim and each entity, and from every claim an edge to its subject and its object.
 * All nodes carry the checksum of the store's content. What comes from a store reaches the server
 * as parameters alone; labels, types and property names are fixed.
 *
 * @param checksum of the store's content
 */
record Neo4jStore(String checksum) {
  private static final int ROWS = 2_000;
  private static final List<String> INDEXES =
      List.of(
          "CREATE INDEX carryover_node IF NOT EXISTS FOR (n:Carryover) ON (n.store)",
          "CREATE INDEX carryover_entity IF NOT EXISTS FOR (e:CarryoverEntity) ON (e.id)");
  private static final List<String> NO_INDEXES =
      List.of("DROP INDEX carryover_node IF EXISTS", "DROP INDEX carryover_entity IF EXISTS");
  private static final String COUNT =
      """
      MATCH (s:Carryover:CarryoverStore {store: $store})
      RETURN s.claims = $claims AND COUNT {
        (:CarryoverEntity)<-[:SUBJECT]-(c:Carryover&CarryoverClaim {store: $store})
          -[:OBJECT]->(:CarryoverEntity)
      } = $claims AS complete
      """;
  private static final String REMOVE = "MATCH (n:Carryover {store: $store}) DETACH DELETE n";
  private static final String ANY_LEFT = "MATCH (n:Carryover) RETURN n LIMIT 1";
  private static final String ADD_STORE =
      "CREATE (:Carryover:CarryoverStore {store: $store, claims: $claims})";
  private static final String ADD_ENTITIES =
      """
      UNWIND $rows AS row
      CREATE (:Carryover:CarryoverEntity {store: $store, id: row.id, name: row.name})
      """;
  private static final String ADD_CLAIMS =
      """
      UNWIND $rows AS row
      MATCH (subject:CarryoverEntity {id: row.from}) USING INDEX subject:CarryoverEntity(id)
      MATCH (object:CarryoverEntity {id: row.to}) USING INDEX object:CarryoverEntity(id)
      CREATE (claim:Carryover:CarryoverClaim {store: $store, place: row.place})
      SET claim += row.claim
      CREATE (claim)-[:SUBJECT]->(subject)
      CREATE (claim)-[:OBJECT]->(object)
      """;
  private static final String TOUCHING =
      """
      MATCH (s:Carryover:CarryoverStore {store: $store})
      OPTIONAL MATCH (e:CarryoverEntity)<-[:SUBJECT|OBJECT]-(c:CarryoverClaim)
      USING INDEX e:CarryoverEntity(id)
      WHERE e.id IN $ids
      WITH s, c.place AS place ORDER BY place
      RETURN s.store AS store, collect(DISTINCT place) AS places
      """;

  /** Makes the indexes that all stores use, unless they are there. */
  static void makeIndexes(Driver driver) {
    try (Session session = driver.session()) {
      INDEXES.forEach(index -> session.run(index).consume());
      session.run("CALL db.awaitIndexes(60)").consume();
    }
  }

  /** Removes the indexes, unless the server still holds somebody's claims. */
  static void removeIndexes(Driver driver) {
    try (Session session = driver.session()) {
      if (session.run(ANY_LEFT).list().isEmpty()) {
        NO_INDEXES.forEach(index -> session.run(index).consume());
      }
    }
  }

  /** Loads the claims in one transaction, unless all of them are there. Nobody may be reading. */
  void load(Driver driver, List<StoredClaim> claims, Entities entities) {
    try (Session session = driver.session()) {
      session.executeWriteWithoutResult(
          transaction -> {
            if (!isComplete(transaction, claims.size())) {
              transaction.run(REMOVE, Map.of("store", checksum)).consume();
              add(transaction, claims, entities);
            }
          });
    }
  }

  /** Removes the claims in one transaction. */
  void remove(Driver driver) {
    try (Session session = driver.session()) {
      session.executeWriteWithoutResult(
          transaction -> transaction.run(REMOVE, Map.of("store", checksum)).consume());
    }
  }

  /** Places of the claims at these entities, ascending; nothing where the store is not there. */
  Optional<List<Integer>> touching(Driver driver, Collection<Integer> entities) {
    Map<String, Object> parameters =
        Map.of("store", checksum, "ids", entities.stream().map(this::id).toList());
    try (Session session = driver.session()) {
      List<Record> rows =
          session.executeRead(transaction -> transaction.run(TOUCHING, parameters).list());
      return rows.stream().map(row -> row.get("places").asList(place -> place.asInt())).findFirst();
    }
  }

  private boolean isComplete(TransactionContext transaction, int claims) {
    List<Record> stores =
        transaction.run(COUNT, Map.of("store", checksum, "claims", claims)).list();
    return stores.size() == 1 && stores.get(0).get("complete").asBoolean();
  }

  private void add(TransactionContext transaction, List<StoredClaim> claims, Entities entities) {
    transaction.run(ADD_STORE, Map.of("store", checksum, "claims", claims.size())).consume();
    List<Map<String, Object>> nodes = new ArrayList<>();
    entities.named().forEach((number, name) -> nodes.add(Map.of("id", id(number), "name", name)));
    addRows(transaction, ADD_ENTITIES, nodes);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int place = 0; place < claims.size(); place++) {
      rows.add(
          Map.of(
              "place", place,
              "from", id(entities.subject(place)),
              "to", id(entities.object(place)),
              "claim", properties(claims.get(place))));
    }
    addRows(transaction, ADD_CLAIMS, rows);
  }

  private void addRows(
      TransactionContext transaction, String statement, List<Map<String, Object>> rows) {
    for (int from = 0; from < rows.size(); from += ROWS) {
      List<Map<String, Object>> some = rows.subList(from, Math.min(rows.size(), from + ROWS));
      transaction.run(statement, Map.of("store", checksum, "rows", some)).consume();
    }
  }

  private String id(int entity) {
    return checksum + ":" + entity;
  }

  private static Map<String, Object> properties(StoredClaim stored) {
    Claim claim = stored.claim();
    Map<String, Object> properties = new HashMap<>();
    properties.put("id", stored.id());
    properties.put("subject", claim.subject());
    properties.put("relation", claim.relation());
    properties.put("object", claim.object());
    properties.put("event", claim.event());
    claim.source().ifPresent(source -> properties.put("source", source));
    claim.time().ifPresent(time -> properties.put("time", time));
    stored.supersedes().ifPresent(earlier -> properties.put("supersedes", earlier));
    return properties;
  }
}
