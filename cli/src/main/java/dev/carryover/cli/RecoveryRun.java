package dev.carryover.cli;

import dev.carryover.core.report.RepairReport;
import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.RunDirectory;
import dev.carryover.core.run.RunRecord;
import dev.carryover.core.spi.Reporter.ReportFile;
import dev.carryover.migrations.analysis.Prices;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.repair.cost.ModelPrice;
import dev.carryover.repair.cost.PriceFile;
import dev.carryover.repair.cost.PriceList;
import dev.carryover.repair.recover.Recovery;
import dev.carryover.reports.RepairFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a plan of repairs was asked for, beside the migration: it is kept in the run's record, so
 * that the report can be made again.
 *
 * @param target share of own-store accuracy
 * @param prices as chosen for the run; empty where those of services count
 * @param given to be recorded
 */
record RecoveryRun(double target, Optional<PriceList> prices, SortedMap<String, String> given) {
  private static final String TARGET = "--target";
  private static final String PRICES = "--prices";
  private static final String PRICE_TEXT = "prices";

  /** From options. */
  static RecoveryRun of(String target, @Nullable String prices) {
    SortedMap<String, String> given = new TreeMap<>();
    given.put(TARGET, target);
    if (prices != null) {
      given.put(PRICES, prices);
      if (!prices.equals(PriceList.OURS)) {
        PriceFile.read(Path.of(prices)); // a bad file is told before anything is done
        given.put(PRICE_TEXT, text(Path.of(prices)));
      }
    }
    return of(given);
  }

  /** As a run was begun. */
  static RecoveryRun of(SortedMap<String, String> given) {
    Optional<PriceList> prices = Optional.empty();
    if (given.containsKey(PRICES)) {
      prices =
          Optional.of(
              given.containsKey(PRICE_TEXT)
                  ? PriceFile.read(
                      given.getOrDefault(PRICE_TEXT, ""), given.getOrDefault(PRICES, ""))
                  : PriceFile.ours());
    }
    return new RecoveryRun(share(given.getOrDefault(TARGET, "0.95")), prices, given);
  }

  /** Whether a run is that of a plan of repairs. */
  static boolean isOne(RunRecord record) {
    return record.settings().containsKey(RunRecord.REPAIR_SAMPLE)
        && record.given().containsKey(TARGET);
  }

  /** Looks whether the prices that were chosen name all who will repair. */
  void requirePrices(RunRecord planned) {
    Recovery.requirePrices(planned, of(planned));
  }

  /** The report of a run that came to its end. */
  RepairReport report(RunDirectory.Finished run, RunReport report) {
    return Recovery.report(
        run.record(), run.journal().spent().repairs(), report, of(run.record()), target);
  }

  /** Writes the report folder, and shows the report. */
  static void publish(RepairReport report, Path folder, ReportOptions shown, PrintWriter out) {
    List<ReportFile> files = RepairFiles.render(report);
    RunDirectory.writeReport(folder, files);
    if (shown.json) {
      out.print(Reports.content(files, RepairFiles.JSON));
    } else {
      out.print(Reports.content(files, RepairFiles.TEXT));
      out.println("Report: " + RunDirectory.page(folder));
    }
    out.flush();
  }

  private PriceList of(RunRecord record) {
    return prices.orElseGet(() -> ofServices(record));
  }

  private static PriceList ofServices(RunRecord record) {
    SortedMap<String, ModelPrice> services = new TreeMap<>();
    Prices.ofServices(record.given())
        .forEach((name, price) -> services.put(name, ModelPrice.ofTokens(price.in(), price.out())));
    return PriceList.ofServices(services);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ConfigException(PRICES, file + " cannot be read: " + e, "give another file");
    }
  }

  private static double share(String target) {
    try {
      double share = Double.parseDouble(target);
      if (share > 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw new ConfigException(
        TARGET, "is '" + target + "'", "give a share over 0 and at most 1, such as 0.95");
  }
}
