package dev.carryover.studies.repair;

import dev.carryover.core.Plan;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Instrument;
import dev.carryover.migrations.file.MigrationFile.Repairs;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Replacement;
import java.util.Arrays;
import java.util.List;

/** A repair of the paper's third test (spec 1.6, 1.12). */
enum Method {
  RAW("notes, raw-retained", Formats.NOTES, "rewrite"),
  STORE("notes, store-only", Formats.NOTES, "style-rewrite"),
  RE_EMBED("rag, re-embed", Formats.RAG, "re-embed"),
  REBUILD("kg-fixed, rebuild", Formats.CLAIMS, "rebuild");

  /** Budgets in per cent of the full effort; the paper does not state its own, these are ours. */
  static final List<Integer> RUNGS = List.of(25, 50, 100);

  /** Both ways of a replacement. */
  static final List<String> DIRECTIONS = List.of(Plan.OLD_TO_NEW, Plan.NEW_TO_OLD);

  /** Formats under test, each a run of its own. */
  static final List<String> FORMATS = List.of(Formats.NOTES, Formats.RAG, Formats.CLAIMS);

  private final String label;
  private final String format;
  private final String repair;

  Method(String label, String format, String repair) {
    this.label = label;
    this.format = format;
    this.repair = repair;
  }

  /** The words in reports. */
  String label() {
    return label;
  }

  /** What it repairs. */
  String format() {
    return format;
  }

  /** The name of the repair. */
  String repair() {
    return repair;
  }

  /**
   * The run of a format: its repairs of this test at every budget, in both directions.
   *
   * @param name of the run and its folder
   */
  static MigrationFile migration(Replacement replacement, String format, String name) {
    MigrationFile file = replacement.components();
    Side old = format.equals(Formats.RAG) ? file.old() : replacement.oldModel();
    return replacement
        .migration(
            name,
            replacement.histories(Replacement.EVALUATION, "histories"),
            List.of(format),
            new Instrument(0, 0, file.instrument().coverageGate()),
            old,
            file.next())
        .with(
            new Repairs(
                false,
                Arrays.stream(values())
                    .filter(method -> method.format.equals(format))
                    .map(Method::repair)
                    .sorted()
                    .toList()));
  }
}
