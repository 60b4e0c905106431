package dev.carryover.formats.kgfixed;

import dev.carryover.core.spi.ServiceException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;
import org.neo4j.driver.exceptions.AuthenticationException;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.ServiceUnavailableException;

/**
 * A Neo4j server. Stores of one content that are open at a time share what is loaded; the last to
 * close removes it. The connection, and the indexes on the server, are made for the first store and
 * kept until this is closed.
 */
final class Neo4jBackend implements GraphBackend {
  private static final long CONNECT_SECONDS = 10;
  private static final long RETRY_SECONDS = 15;

  private final ServerAddress address;
  private final Function<String, Optional<String>> environment;
  private final Map<String, Integer> open = new HashMap<>();
  private @Nullable Driver driver;

  /**
   * @param environment finds the value of an environment variable
   */
  Neo4jBackend(ServerAddress address, Function<String, Optional<String>> environment) {
    this.address = address;
    this.environment = environment;
  }

  @Override
  public List<Problem> preflight() {
    if (address.user().isPresent() && password().isEmpty()) {
      return List.of(noPassword());
    }
    try (Driver trial = connect()) {
      trial.verifyConnectivity();
      return List.of();
    } catch (AuthenticationException e) {
      return List.of(
          new Problem(
              "the Neo4j server at %s refuses %s: %s"
                  .formatted(
                      address.uri(),
                      address
                          .user()
                          .map(user -> "the user '" + user + "'")
                          .orElse("a visitor without a name"),
                      e.getMessage()),
              "check the setting 'user' and the environment variable "
                  + address.passwordVariable()));
    } catch (Neo4jException e) {
      return List.of(
          new Problem(
              "no Neo4j server can be reached at %s: %s".formatted(address.uri(), e.getMessage()),
              "start it, or check the setting 'uri'",
              e instanceof ServiceUnavailableException));
    }
  }

  @Override
  public synchronized ClaimGraph open(
      String checksum, List<StoredClaim> claims, Entities entities) {
    Neo4jStore store = new Neo4jStore(checksum);
    try {
      Driver connected = connected();
      if (!open.containsKey(checksum)) {
        store.load(connected, claims, entities);
      }
      open.merge(checksum, 1, Integer::sum);
      return new Neo4jGraph(store, connected, () -> release(store, connected));
    } catch (Neo4jException e) {
      throw new ServiceException(
          "the claims cannot be loaded into the Neo4j server at %s: %s"
              .formatted(address.uri(), e.getMessage()),
          e);
    }
  }

  @Override
  public synchronized void close() {
    Driver connected = driver;
    if (connected == null) {
      return;
    }
    driver = null;
    try (connected) {
      Neo4jStore.removeIndexes(connected);
    } catch (Neo4jException e) {
      // Indexes without nodes are all that is left; the next run goes on with them.
    }
  }

  private synchronized void release(Neo4jStore store, Driver connected) {
    if (open.merge(store.checksum(), -1, Integer::sum) > 0) {
      return;
    }
    open.remove(store.checksum());
    try {
      store.remove(connected);
    } catch (Neo4jException e) {
      // What is left there is taken over or replaced when a store of this content is next opened.
    }
  }

  private Driver connected() {
    Driver known = driver;
    if (known != null) {
      return known;
    }
    Driver connected = connect();
    try {
      Neo4jStore.makeIndexes(connected);
    } catch (Neo4jException e) {
      connected.close();
      throw e;
    }
    driver = connected;
    return connected;
  }

  private Driver connect() {
    return GraphDatabase.driver(
        address.uri(),
        credentials(),
        Config.builder()
            .withConnectionTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
            .withMaxTransactionRetryTime(RETRY_SECONDS, TimeUnit.SECONDS)
            .withLogging(Logging.none())
            .withTelemetryDisabled(true)
            .build());
  }

  private AuthToken credentials() {
    if (address.user().isEmpty()) {
      return AuthTokens.none();
    }
    Problem problem = noPassword();
    return AuthTokens.basic(
        address.user().get(),
        password()
            .orElseThrow(() -> new ServiceException(problem.what() + "; " + problem.remedy())));
  }

  private Optional<String> password() {
    return environment.apply(address.passwordVariable());
  }

  private Problem noPassword() {
    return new Problem(
        "the environment variable %s with the password of the Neo4j server at %s is not set"
            .formatted(address.passwordVariable(), address.uri()),
        "set it, or name another under 'password'");
  }
}
