package dev.carryover.models.reader;

import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.testkit.ReaderContract;

/** The built-in reader keeps the contract of readers. */
final class ExtractiveReaderContractTest extends ReaderContract {
  private final ReaderModel reader = new ExtractiveReader();

  @Override
  protected ReaderModel reader() {
    return reader;
  }
}
