package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.models.prompted.PromptedRoles;
import java.util.List;

/** Makes the writer {@code transformer}: a model in files on this machine, run in this process. */
public final class TransformerWriterProvider implements WriterProvider {
  /** For the service loader. */
  public TransformerWriterProvider() {}

  @Override
  public String name() {
    return TransformerRoles.NAME;
  }

  @Override
  public String description() {
    return "a language model in files on this machine that writes as a prompt tells it";
  }

  @Override
  public List<Parameter> parameters() {
    return LocalSettings.PARAMETERS;
  }

  @Override
  public WriterModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    LocalSettings local = LocalSettings.of(settings);
    if (context.dryRun()) {
      return PromptedRoles.writer(
          new UnloadedModel(local.files().name(), local.use()), settings, 1);
    }
    TransformerRoles loaded = TransformerRoles.load(local, settings);
    WriterModel writer = PromptedRoles.writer(loaded.languageModel(), settings, 1);
    return new TransformerWriter(writer, loaded.states());
  }
}
