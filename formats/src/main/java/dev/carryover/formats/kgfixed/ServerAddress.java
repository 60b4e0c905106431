package dev.carryover.formats.kgfixed;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/**
 * Where a Neo4j server is, and who asks.
 *
 * @param uri its Bolt address
 * @param user empty where the server asks for no password
 * @param passwordVariable the environment variable with the user's password
 */
record ServerAddress(String uri, Optional<String> user, String passwordVariable) {
  private static final Set<String> SCHEMES =
      Set.of("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc");

  /** Whether a text is a Bolt address without a password in it. */
  static boolean isUsable(String uri) {
    try {
      URI parsed = new URI(uri);
      return parsed.getScheme() != null
          && SCHEMES.contains(parsed.getScheme())
          && parsed.getHost() != null
          && parsed.getUserInfo() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
