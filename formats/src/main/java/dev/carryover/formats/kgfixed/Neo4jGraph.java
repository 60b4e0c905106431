package dev.carryover.formats.kgfixed;

import dev.carryover.core.spi.ServiceException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.neo4j.driver.Driver;
import org.neo4j.driver.exceptions.Neo4jException;

/** An open store's claims in a Neo4j server. */
final class Neo4jGraph implements ClaimGraph {
  private final Neo4jStore store;
  private final Driver driver;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param release run once, when this is closed
   */
  Neo4jGraph(Neo4jStore store, Driver driver, Runnable release) {
    this.store = store;
    this.driver = driver;
    this.release = release;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ServiceException if the server does not answer, or somebody removed the claims
   */
  @Override
  public List<Integer> touching(Collection<Integer> entities) {
    try {
      return store
          .touching(driver, entities)
          .orElseThrow(
              () ->
                  new ServiceException(
                      "the Neo4j server no longer holds the claims of store "
                          + store.checksum()
                          + "; let no other run use the server at the same time, and resume"));
    } catch (Neo4jException e) {
      throw new ServiceException("the Neo4j server failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
