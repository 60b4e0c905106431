package dev.carryover.formats.external;

import dev.carryover.core.Role;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StoreEditor;
import dev.carryover.formats.external.Hello.Capability;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;

/** A memory behind a command or an endpoint. It is started when something is first asked of it. */
final class ExternalFormat implements MemoryFormat {
  private final ExternalSettings settings;
  private final Pool pool;
  private final ExternalWriter writer;
  private final ExternalReader reader;

  ExternalFormat(ExternalSettings settings) {
    this.settings = settings;
    this.pool = new Pool(transport(settings), new Greeting(settings));
    this.writer = new ExternalWriter(pool, settings);
    this.reader = new ExternalReader(pool, settings);
  }

  private static Transport transport(ExternalSettings settings) {
    return settings
        .url()
        .<Transport>map(url -> new HttpTransport(url, settings.timeout()))
        .orElseGet(() -> new CommandTransport(settings.command().orElseThrow(), settings));
  }

  @Override
  public String name() {
    return ExternalProvider.NAME;
  }

  /** With the version that the memory tells, so that another version never reads its stores. */
  @Override
  public SortedMap<String, String> settings() {
    return settings.asMap(pool.hello().version());
  }

  @Override
  public Set<Role> sensitiveTo() {
    return settings.roles();
  }

  @Override
  public boolean runsElsewhere() {
    return true;
  }

  @Override
  public boolean answersItself() {
    return pool.hello().can(Capability.ANSWER);
  }

  @Override
  public OptionalInt rankedItems() {
    return pool.hello().can(Capability.RETRIEVE)
        ? OptionalInt.of(settings.k())
        : OptionalInt.empty();
  }

  @Override
  public MemoryWriter writer() {
    return writer;
  }

  @Override
  public MemoryReader reader() {
    return reader;
  }

  @Override
  public List<RepairMethod> repairs() {
    return List.of();
  }

  @Override
  public StoreEditor editor() {
    return writer;
  }

  @Override
  public List<Problem> preflight() {
    try {
      pool.hello();
      return List.of();
    } catch (UnusableException e) {
      return List.of(e.problem());
    } catch (ServiceException e) {
      return List.of(
          new Problem(
              String.valueOf(e.getMessage()),
              "see that " + settings.who() + " answers 'hello' as docs/external-memory.md has it",
              e.getCause() instanceof LostException lost && lost.isUnreachable()));
    }
  }

  @Override
  public void confirm() {
    pool.greetAgain();
  }

  @Override
  public void close() {
    pool.close();
  }
}
