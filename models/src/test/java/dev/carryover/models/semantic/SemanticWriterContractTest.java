package dev.carryover.models.semantic;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.testkit.WriterContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The writer by vectors keeps the contract of writers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SemanticWriterContractTest extends WriterContract {
  private final WriterModel writer =
      new SemanticWriterProvider().create(Settings.NONE, ModelContext.of(2));

  @Override
  protected WriterModel writer() {
    return writer;
  }

  @AfterAll
  void close() {
    writer.close();
  }
}
