package dev.carryover.migrations.run;

import dev.carryover.core.History;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.FormatChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a migration is tested on.
 *
 * @param set the histories with their probes
 * @param formats with their settings resolved
 * @param given a store that is there already
 */
record Subject(HistorySet set, List<MemoryFormat> formats, Optional<GivenStore> given) {
  Subject {
    formats = List.copyOf(formats);
  }

  /**
   * Reads what the migration names.
   *
   * @param skipBad whether bad records of a source are counted instead of refused
   * @throws ConfigException naming the place of what cannot be used
   */
  static Subject of(MigrationFile migration, boolean skipBad) {
    HistorySet set = histories(migration, skipBad);
    List<MemoryFormat> formats = formats(migration, set);
    return new Subject(set, formats, given(migration, formats));
  }

  /** The histories without their probes. */
  List<History> histories() {
    return set.histories().stream().map(ProbedHistory::history).toList();
  }

  /** This subject without the formats that run elsewhere. */
  Subject here() {
    List<MemoryFormat> rest = formats.stream().filter(format -> !format.runsElsewhere()).toList();
    return new Subject(set, rest, given);
  }

  private static HistorySet histories(MigrationFile migration, boolean skipBad) {
    String place = migration.place("histories");
    try {
      HistorySet set =
          HistorySpec.parse(migration.histories())
              .withDefault("seed", Long.toString(migration.seed()))
              .load(skipBad);
      if (set.histories().isEmpty()) {
        throw new ConfigException(
            place,
            "'" + migration.histories() + "' holds no history",
            "name a source that holds some");
      }
      if (set.histories().stream().allMatch(history -> history.probes().isEmpty())) {
        throw new ConfigException(
            place,
            "'" + migration.histories() + "' holds no question",
            "name a file of questions, as in jsonl:PATH?questions=PATH");
      }
      return set;
    } catch (SettingException e) {
      throw ConfigException.at(place, e);
    }
  }

  private static List<MemoryFormat> formats(MigrationFile migration, HistorySet set) {
    List<MemoryFormat> formats = new ArrayList<>();
    for (FormatChoice choice : migration.formats()) {
      try {
        Map<String, String> defaults = set.formatDefaults().getOrDefault(choice.name(), Map.of());
        formats.add(
            Plugins.named(MemoryFormatProvider.class, "format", choice.name())
                .create(Settings.of(choice.settings()).orElse(defaults)));
      } catch (SettingException e) {
        String place =
            choice.places().getOrDefault(e.key(), choice.places().getOrDefault(choice.name(), ""));
        throw ConfigException.at(place, e);
      }
    }
    return formats;
  }

  private static Optional<GivenStore> given(MigrationFile migration, List<MemoryFormat> formats) {
    try {
      return migration.store().map(source -> GivenStore.of(source, formats));
    } catch (SettingException e) {
      throw ConfigException.at(migration.place("store"), e);
    }
  }
}
