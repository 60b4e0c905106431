package dev.carryover.formats.kgfixed;

import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes {@code kg-fixed}: claims that a writer takes from events under a fixed schema; a question
 * gets the claims about what it names, and about what those lead to. Settings: {@code schema},
 * {@code hops}, {@code limit}, {@code order}, {@code backend}, and {@code uri}, {@code user} and
 * {@code password} for a Neo4j server.
 */
public final class KgFixedProvider implements MemoryFormatProvider {
  static final String NAME = "kg-fixed";

  private final Function<ServerAddress, GraphBackend> servers;

  /** The provider, with passwords from the process's environment. */
  public KgFixedProvider() {
    this(
        address ->
            new Neo4jBackend(address, variable -> Optional.ofNullable(System.getenv(variable))));
  }

  /**
   * @param servers reaches the server at an address
   */
  KgFixedProvider(Function<ServerAddress, GraphBackend> servers) {
    this.servers = servers;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "claims under a fixed schema; the reader is given those that a traversal finds";
  }

  @Override
  public List<Parameter> parameters() {
    return KgSettings.PARAMETERS;
  }

  @Override
  public MemoryFormat create(Settings settings) {
    KgSettings resolved = KgSettings.from(settings.onlyKnown(parameters()));
    GraphBackend backend = resolved.server().map(servers).orElseGet(EmbeddedBackend::new);
    return new KgFormat(resolved, backend);
  }
}
