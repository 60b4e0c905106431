package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.models.prompted.PromptedRoles;
import dev.carryover.models.prompted.ReaderPrompt;
import dev.carryover.models.transformer.state.PromptedTransformer;
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
    return ModelFiles.PARAMETERS;
  }

  @Override
  public WriterModel create(Settings settings, ModelContext context) {
    ModelFiles files = ModelFiles.of(settings);
    if (context.dryRun()) {
      return PromptedRoles.writer(new UnloadedModel(files.name(), files.use()), settings, 1);
    }
    ReaderPrompt prompt = ReaderPrompt.inTwoParts(settings, files.use());
    PromptedTransformer model =
        new PromptedTransformer(files.load(), new PromptedSteps(prompt, files.layout()));
    WriterModel writer =
        PromptedRoles.writer(new LocalLanguageModel(model.model(), files.layout()), settings, 1);
    return new TransformerWriter(writer, TransformerRoles.states(model));
  }
}
