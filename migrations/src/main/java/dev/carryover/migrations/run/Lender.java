package dev.carryover.migrations.run;

import dev.carryover.core.run.CallMeter;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.spi.AnswerCache;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.VectorMemory;
import dev.carryover.migrations.file.ConfigException;
import dev.carryover.migrations.file.MigrationFile;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Lends services what a run has: kept answers, and accounts with one limit over all of them. */
final class Lender {
  private final GateOptions options;
  private final AnswerCache answers;
  private final CallMeter meter;
  private final Map<String, CallBudget> accounts = new TreeMap<>();

  /**
   * @throws ConfigException if costs are limited and a service has no price
   */
  Lender(MigrationFile migration, GateOptions options, AnswerCache answers) {
    this.options = options;
    this.answers = answers;
    this.meter = new CallMeter(options.maxCost());
    migration
        .services()
        .forEach(
            (name, service) -> {
              if (service.runsHere()) {
                return;
              }
              if (options.maxCost().isPresent() && service.price().isEmpty()) {
                throw new ConfigException(
                    service.place(name, name),
                    "--max-cost is given, and service '" + name + "' has no price",
                    "give price_in and price_out, in dollars for a million tokens; 0 where it is free");
              }
              accounts.put(name, meter.open(name, service.price()));
            });
  }

  /**
   * @param dryRun whether calls are counted in place of being made
   */
  Lending lend(boolean dryRun) {
    return new Lending(
        options.threads(),
        options.inFlight(),
        answers,
        service -> Objects.requireNonNull(accounts.get(service)),
        dryRun,
        dryRun ? VectorMemory.NONE : options.vectors());
  }

  /** What every service was asked. */
  List<Bill> bills() {
    return meter.bills();
  }
}
