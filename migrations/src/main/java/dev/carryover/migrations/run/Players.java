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
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Service;

/** Makes the models that a migration names: a service under that name, else a built-in model. */
final class Players {
  private final MigrationFile migration;
  private final Lending lending;

  Players(MigrationFile migration, Lending lending) {
    this.migration = migration;
    this.lending = lending;
  }

  /**
   * @param place the key that names it, such as {@code old.writer}
   */
  WriterModel writer(String place, String name) {
    return make(WriterProvider.class, "model", place, name, WriterProvider::create);
  }

  /**
   * @param place the key that names it, such as {@code old.reader}
   */
  ReaderModel reader(String place, String name) {
    return make(ReaderProvider.class, "model", place, name, ReaderProvider::create);
  }

  /**
   * @param place the key that names it, such as {@code old.embedder}
   */
  Embedder embedder(String place, String name) {
    return make(EmbedderProvider.class, "embedder", place, name, EmbedderProvider::create);
  }

  /** Creates a model of a kind of plug-in. */
  private interface Maker<P, M> {
    M make(P provider, Settings settings, ModelContext context);
  }

  private <P extends Plugin, M> M make(
      Class<P> kind, String what, String place, String name, Maker<P, M> maker) {
    Service service = migration.services().get(name);
    try {
      return service == null
          ? maker.make(Plugins.named(kind, what, name), Settings.NONE, lending.here())
          : maker.make(
              Plugins.named(kind, what + " of kind", service.kind()),
              Settings.of(service.settings()),
              lending.to(name));
    } catch (SettingException e) {
      throw ConfigException.at(
          service == null ? migration.place(place) : service.place(name, e.key()), e);
    }
  }
}
