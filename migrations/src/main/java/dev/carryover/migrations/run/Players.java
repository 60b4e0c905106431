package dev.carryover.migrations.run;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugin;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Service;
import dev.carryover.migrations.file.MigrationFileReader;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the models that a migration names: one under 'services' of that name, else a built-in
 * model.
 */
final class Players {
  private final MigrationFile migration;
  private final Lending lending;
  private final LoadedEmbedders loaded;

  /**
   * @param loaded embedders that other runs use too
   */
  Players(MigrationFile migration, Lending lending, LoadedEmbedders loaded) {
    this.migration = migration;
    this.lending = lending;
    this.loaded = loaded;
  }

  /**
   * @param place the key that names it, such as {@code old.writer}
   */
  WriterModel writer(String place, String name) {
    WriterModel writer = make(WriterProvider.class, "model", place, name, WriterProvider::create);
    return lending.dryRun() && migration.services().containsKey(name)
        ? new DryWriter(
            writer,
            Plugins.named(WriterProvider.class, "model", MigrationFileReader.DEFAULT_MODEL)
                .create(Settings.NONE, lending.here()))
        : writer;
  }

  /**
   * @param place the key that names it, such as {@code old.reader}
   */
  ReaderModel reader(String place, String name) {
    ReaderModel reader = make(ReaderProvider.class, "model", place, name, ReaderProvider::create);
    return lending.dryRun() && migration.elsewhere(name).isEmpty()
        ? new MuteReader(reader)
        : reader;
  }

  /**
   * @param place the key that names it, such as {@code old.embedder}
   */
  Embedder embedder(String place, String name) {
    Optional<Embedder> shared =
        migration.services().containsKey(name) ? Optional.empty() : loaded.find(name);
    return shared.orElseGet(
        () -> make(EmbedderProvider.class, "embedder", place, name, EmbedderProvider::create));
  }

  /** Closes an embedder that it made, unless others use it too. */
  void close(Embedder embedder) {
    if (!loaded.holds(embedder)) {
      embedder.close();
    }
  }

  /** What embedders of this process may share with other runs. */
  VectorMemory vectors() {
    return lending.vectors();
  }

  /** Creates a model of a kind of plug-in. */
  private interface Maker<P, M> {
    M make(P provider, Settings settings, ModelContext context);
  }

  private <P extends Plugin, M> M make(
      Class<P> kind, String what, String place, String name, Maker<P, M> maker) {
    Service service = migration.services().get(name);
    try {
      if (service == null) {
        return maker.make(Plugins.named(kind, what, name), Settings.NONE, lending.here());
      }
      P provider = Plugins.named(kind, what + " of kind", service.kind());
      return maker.make(
          provider,
          settings(provider, service, name),
          service.runsHere() ? lending.here() : lending.to(name));
    } catch (SettingException e) {
      throw ConfigException.at(
          service == null ? migration.place(place) : service.place(name, e.key()), e);
    }
  }

  /** A plug-in that takes a name gets the service's, unless another is given. */
  private static Settings settings(Plugin provider, Service service, String name) {
    Settings given = Settings.of(service.settings());
    boolean named = provider.parameters().stream().anyMatch(p -> p.name().equals("name"));
    return named ? given.orElse(Map.of("name", name)) : given;
  }
}
