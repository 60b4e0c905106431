package dev.carryover.models.transformer.state;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StopException;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.state.CacheFile.Loaded;
import dev.carryover.models.transformer.state.CacheHeader.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Keeps and opens the states of a transformer in this process. */
public final class LocalStates implements StatefulModel {
  private final PromptedTransformer model;
  private final Optional<Trainer> trainer;

  /**
   * @param model the caller's to close, after every state that was opened
   * @param trainer of cartridges, where it can be trained
   */
  public LocalStates(PromptedTransformer model, Optional<Trainer> trainer) {
    this.model = model;
    this.trainer = trainer;
  }

  @Override
  public ModelIdentity identity() {
    return model.model().identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return model.prompt().settings();
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    try (KvCache cache = model.read(passages)) {
      CacheHeader header =
          new CacheHeader(Kind.PREFILL, identity(), settings(), cache.positions(), cache.ids());
      long bytes = CacheFile.write(folder, header, cache);
      return new Kept(new Usage(cache.length(), 0), cache.length(), bytes);
    } catch (ContextException e) {
      throw new StopException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    Trainer trains =
        trainer.orElseThrow(
            () ->
                new SettingException(
                    "model",
                    "'" + identity().name() + "' cannot be trained",
                    "name a model that can, or leave the format 'cartridge' out"));
    return trains.train(model, passages, study, folder);
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    return answering(load(folder, foreign));
  }

  /**
   * Loads and verifies what was kept, for {@link #answering} or for the caller to close.
   *
   * @throws IncompatibleStateException as {@link #open}
   */
  public Loaded load(Path folder, Foreign foreign) {
    Loaded loaded = CacheFile.read(folder, model.model(), foreign);
    if (foreign == Foreign.REFUSE && !loaded.header().settings().equals(settings())) {
      loaded.cache().close();
      throw new IncompatibleStateException(
          "the cache of '%s' was made under the prompt %s, and it is asked under %s; have it read the history again"
              .formatted(identity().name(), loaded.header().settings(), settings()));
    }
    return loaded;
  }

  /** A loaded cache that answers, and is closed with it. */
  public OpenState answering(Loaded loaded) {
    return new OpenCache(model, loaded.header().model(), loaded.cache());
  }
}
