package dev.carryover.core.embedding;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.testkit.EmbedderContract;

class SharedVectorsContractTest extends EmbedderContract {
  @Override
  protected Embedder open() {
    return new SharedVectors().over(new LetterEmbedder("letters", 64, 0));
  }

  @Override
  protected int dimension() {
    return 64;
  }

  @Override
  protected boolean purposesDiffer() {
    return true;
  }
}
