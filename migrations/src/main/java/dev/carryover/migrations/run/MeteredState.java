package dev.carryover.migrations.run;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.spi.StatefulModel;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A model that tells what it took to keep its state. */
record MeteredState(StatefulModel model, Consumer<WriterCall> meter) implements StatefulModel {
  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return model.settings();
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    return metered(() -> model.prefill(passages, folder));
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    return metered(() -> model.train(passages, study, folder));
  }

  private Kept metered(Supplier<Kept> call) {
    long start = System.nanoTime();
    Kept kept = call.get();
    meter.accept(new WriterCall(kept.usage(), false, true, (System.nanoTime() - start) / 1000));
    return kept;
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    return model.open(folder, foreign);
  }
}
