package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.models.prompted.PromptedRoles;
import dev.carryover.models.service.Tokasaurus;
import dev.carryover.models.transformer.tokasaurus.ServedStates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    return LocalSettings.READER_PARAMETERS;
  }

  @Override
  public ReaderModel create(Settings settings, ModelContext context) {
    settings.onlyKnown(parameters());
    LocalSettings local = LocalSettings.of(settings);
    if (context.dryRun()) {
      return PromptedRoles.reader(new UnloadedModel(local.files().name(), local.use()), settings);
    }
    Optional<Served> served = Served.of(settings, context);
    TransformerRoles loaded = TransformerRoles.load(local, settings);
    StatefulModel states =
        served
            .<StatefulModel>map(
                by -> new ServedStates(loaded.states(), by.server(), by.cartridges()))
            .orElse(loaded.states());
    return new TransformerReader(loaded.model(), states, true);
  }

  /** A server that answers after cartridges. */
  private record Served(Tokasaurus server, Path cartridges) {
    static Optional<Served> of(Settings settings, ModelContext context) {
      Optional<String> url = settings.text("tokasaurus").filter(text -> !text.isBlank());
      if (url.isEmpty()) {
        return Optional.empty();
      }
      Path cartridges = Path.of(settings.text("tokasaurus_cartridges").orElse(""));
      if (cartridges.toString().isEmpty() || !Files.isDirectory(cartridges)) {
        throw new SettingException(
            "tokasaurus_cartridges",
            "'tokasaurus_cartridges' is '" + cartridges + "', and there is no folder",
            "name the folder 'cartridges' beside which the server was started");
      }
      Map<String, String> all = settings.asMap();
      all.put("url", url.get());
      all.put("endpoint", settings.text("tokasaurus_endpoint").orElse("custom"));
      return Optional.of(new Served(Tokasaurus.at(Settings.of(all), context), cartridges));
    }
  }
}
