import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.BoltConnectorInternalSettings;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * A Neo4j server for the tests, run from its source on a class path of its own: a free port on
 * loopback, the user neo4j with the given password, until standard input ends.
 */
public final class Neo4jServer {
  public static void main(String[] arguments) throws Exception {
    SocketAddress anyPort = new SocketAddress("127.0.0.1", 0);
    DatabaseManagementService server =
        new DatabaseManagementServiceBuilder(Path.of(arguments[0]))
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, anyPort)
            .setConfig(BoltConnector.advertised_address, anyPort)
            .setConfig(HttpConnector.enabled, false)
            .setConfig(GraphDatabaseSettings.auth_enabled, true)
            .setConfig(GraphDatabaseSettings.pagecache_memory, 64L << 20)
            .setConfig(
                BoltConnectorInternalSettings.thread_pool_shutdown_wait_time, Duration.ZERO)
            .setConfig(
                BoltConnectorInternalSettings.connection_shutdown_wait_time, Duration.ZERO)
            .build();
    server
        .database("system")
        .executeTransactionally(
            "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED",
            Map.of("password", arguments[1]));
    GraphDatabaseAPI database = (GraphDatabaseAPI) server.database("neo4j");
    int port =
        database
            .getDependencyResolver()
            .resolveDependency(ConnectorPortRegister.class)
            .getLocalAddress(ConnectorType.BOLT)
            .getPort();
    System.out.println("PORT " + port);
    while (System.in.read() >= 0) {
      // nothing is asked of it but to go on
    }
    server.shutdown();
    System.exit(0);
  }
}
