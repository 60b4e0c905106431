package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.PromptedRoles;
import dev.carryover.models.prompted.ReaderPrompt;
import dev.carryover.models.transformer.state.PromptedTransformer;
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
    return ModelFiles.PARAMETERS;
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    ModelFiles files = ModelFiles.of(settings);
    if (context.dryRun()) {
      return PromptedRoles.reader(new UnloadedModel(files.name(), files.use()), settings);
    }
    ReaderPrompt prompt = ReaderPrompt.inTwoParts(settings, files.use());
    PromptedTransformer model =
        new PromptedTransformer(files.load(), new PromptedSteps(prompt, files.layout()));
    return new TransformerReader(model, TransformerRoles.states(model), true);
  }
}
