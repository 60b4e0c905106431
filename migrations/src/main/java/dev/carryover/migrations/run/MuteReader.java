package dev.carryover.migrations.run;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ReaderModel;
import java.util.List;

/** Stands for a reader in this process where calls are counted: it costs nothing to ask. */
record MuteReader(ReaderModel reader) implements ReaderModel {
  @Override
  public ModelIdentity identity() {
    return reader.identity();
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    return Reply.of("");
  }

  @Override
  public boolean answersFreely() {
    return reader.answersFreely();
  }

  @Override
  public void close() {
    reader.close();
  }
}
