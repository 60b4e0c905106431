package dev.carryover.models.semantic;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.ReaderContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The reader by vectors keeps the contract of readers, all of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SemanticReaderContractTest extends ReaderContract {
  private final ReaderModel reader =
      new SemanticReaderProvider().create(Settings.NONE, ModelContext.of(2));

  @Override
  protected ReaderModel reader() {
    return reader;
  }

  @AfterAll
  void close() {
    reader.close();
  }
}
