package dev.carryover.core.run;

import dev.carryover.core.Usage;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.StopException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Counts the calls of several services and keeps what they cost together under a limit. A call that
 * would fit by what is spent, but not beside the calls in flight, waits until enough of them are
 * over. Safe for use by several threads.
 */
public final class CallMeter {
  private final OptionalDouble limit;
  private final List<Account> accounts = new ArrayList<>();

  /**
   * A meter that has counted nothing.
   *
   * @param limit dollars over all services with a price; without one every call passes
   */
  public CallMeter(OptionalDouble limit) {
    if (limit.isPresent() && !(limit.getAsDouble() >= 0)) {
      throw new IllegalArgumentException("a limit of " + limit.getAsDouble() + " dollars");
    }
    this.limit = limit;
  }

  /**
   * Opens the account of a service.
   *
   * @param service its name, once
   * @param price without one its calls are counted and cost nothing
   */
  public synchronized CallBudget open(String service, Optional<Price> price) {
    if (accounts.stream().anyMatch(account -> account.service.equals(service))) {
      throw new IllegalArgumentException("'" + service + "' has an account already");
    }
    Account account = new Account(service, price);
    accounts.add(account);
    return account;
  }

  /** What was counted, a bill for each service in the order of their opening. */
  public synchronized List<Bill> bills() {
    return accounts.stream().map(Account::bill).toList();
  }

  private double spentDollars() {
    return accounts.stream().mapToDouble(a -> a.dollars(a.tokensIn, a.tokensOut)).sum();
  }

  private double reservedDollars() {
    return accounts.stream().mapToDouble(a -> a.dollars(a.reservedIn, a.reservedOut)).sum();
  }

  private void awaitRoom(String service, double dollars) {
    while (limit.isPresent()
        && dollars > 0
        && spentDollars() + reservedDollars() + dollars > limit.getAsDouble()) {
      if (reservedDollars() == 0 || spentDollars() + dollars > limit.getAsDouble()) {
        throw new StopException(
            String.format(
                Locale.ROOT,
                "the next call to '%s' may cost $%.6f; with the $%.6f that are spent and the"
                    + " $%.6f of calls in flight it could go over the limit of $%.6f: raise the"
                    + " limit (--max-cost) to go on",
                service,
                dollars,
                spentDollars(),
                reservedDollars(),
                limit.getAsDouble()));
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StopException("interrupted before a call to '" + service + "'");
      }
    }
  }

  /** The account of one service, under the lock of the meter. */
  private final class Account implements CallBudget {
    private final String service;
    private final Optional<Price> price;
    private long calls;
    private long cached;
    private long tokensIn;
    private long tokensOut;
    private long reservedIn;
    private long reservedOut;

    Account(String service, Optional<Price> price) {
      this.service = service;
      this.price = price;
    }

    @Override
    public void reserve(Usage most) {
      synchronized (CallMeter.this) {
        awaitRoom(service, dollars(most.tokensIn(), most.tokensOut()));
        calls++;
        reservedIn += most.tokensIn();
        reservedOut += most.tokensOut();
      }
    }

    @Override
    public void settle(Usage reserved, Usage spent) {
      synchronized (CallMeter.this) {
        reservedIn -= reserved.tokensIn();
        reservedOut -= reserved.tokensOut();
        tokensIn += spent.tokensIn();
        tokensOut += spent.tokensOut();
        CallMeter.this.notifyAll();
      }
    }

    @Override
    public void cached() {
      synchronized (CallMeter.this) {
        cached++;
      }
    }

    private double dollars(long in, long out) {
      return price.map(p -> p.dollars(in, out)).orElse(0.0);
    }

    private Bill bill() {
      Usage usage = new Usage(tokensIn, tokensOut);
      OptionalDouble dollars =
          price.isPresent()
              ? OptionalDouble.of(dollars(tokensIn, tokensOut))
              : OptionalDouble.empty();
      return new Bill(service, calls, cached, usage, dollars);
    }
  }

  /**
   * What a service charges, in dollars for a million tokens.
   *
   * @param in for tokens read
   * @param out for tokens written
   */
  public record Price(double in, double out) {
    public Price {
      if (!(in >= 0
          && in < Double.POSITIVE_INFINITY
          && out >= 0
          && out < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("a price of " + in + " in and " + out + " out");
      }
    }

    /** Dollars for so many tokens. */
    public double dollars(long tokensIn, long tokensOut) {
      return (tokensIn * in + tokensOut * out) / 1e6;
    }
  }

  /**
   * What was counted for a service.
   *
   * @param calls made, those in flight and those that failed included
   * @param cached answers that took no call
   * @param usage of the calls that are over
   * @param dollars for them; empty where the service has no price
   */
  public record Bill(
      String service, long calls, long cached, Usage usage, OptionalDouble dollars) {}
}
