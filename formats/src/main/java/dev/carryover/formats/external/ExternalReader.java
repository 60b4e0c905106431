package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader;
import java.util.concurrent.atomic.AtomicLong;

/** Opens stores. The memory itself opens one when it is first asked about it. */
final class ExternalReader implements MemoryReader {
  private final Pool pool;
  private final ExternalSettings settings;
  private final AtomicLong numbers = new AtomicLong();

  ExternalReader(Pool pool, ExternalSettings settings) {
    this.pool = pool;
    this.settings = settings;
  }

  @Override
  public Memory open(MemoryStore store, Components components) {
    StoreCard card = StoreCard.of(store);
    long number = numbers.incrementAndGet();
    int readerBytes = components.allowances().readerBytes();
    ObjectNode body = Json.object().put(OpenStore.KEY, number);
    card.store().ifPresent(word -> body.put("store", word));
    body.put("folder", StoreCard.files(store.content()).toAbsolutePath().toString());
    body.set("components", new Names(settings.roles()).reading(components));
    body.put("max_bytes", readerBytes);
    return new ExternalMemory(pool, settings, new OpenStore(number, body), readerBytes);
  }
}
