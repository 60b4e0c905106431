package dev.carryover.models.writer;

import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.testkit.WriterContract;

/** The writer by rules keeps the contract of writers. */
final class ExtractiveWriterContractTest extends WriterContract {
  private final WriterModel writer = new ExtractiveWriter();

  @Override
  protected WriterModel writer() {
    return writer;
  }
}
