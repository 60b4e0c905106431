package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.PromptedRoles;
import java.util.List;

/** Makes the reader {@code transformer}: a model in files on this machine, run in this process. */
public final class TransformerReaderProvider implements ReaderProvider {
  /** For the service loader. */
  public TransformerReaderProvider() {}

  @Override
  public String name() {
    return TransformerRoles.NAME;
  }

  @Override
  public String description() {
    return "a language model in files on this machine that reads as a prompt tells it";
  }

  @Override
  public List<Parameter> parameters() {
    return LocalSettings.PARAMETERS;
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    LocalSettings local = LocalSettings.of(settings);
    if (context.dryRun()) {
      return PromptedRoles.reader(new UnloadedModel(local.files().name(), local.use()), settings);
    }
    TransformerRoles loaded = TransformerRoles.load(local, settings);
    return new TransformerReader(loaded.model(), loaded.states(), true);
  }
}
