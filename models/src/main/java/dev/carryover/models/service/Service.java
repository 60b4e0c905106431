package dev.carryover.models.service;

import dev.carryover.core.Seeds;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.models.service.AdaptiveLimit.Outcome;
import dev.carryover.models.service.AttemptFailure.Kind;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Calls to one service: attempts until one succeeds, within the deadline and within the limit of
 * what may be in flight. A failure that may pass is tried again after the wait that the service
 * asks for, or else after a wait that doubles, less up to half of it at random (seeded).
 */
final class Service implements AutoCloseable {
  private static final int LONGEST_BACKOFF = 60;
  private static final double RETRY_AFTER_SPREAD = 0.1;

  private final ServiceSettings settings;
  private final Transport transport;
  private final AdaptiveLimit limit;
  private final FailsafeExecutor<Object> attempts;
  private final SplittableRandom random;

  Service(ServiceSettings settings) {
    this.settings = settings;
    this.transport = new Transport(settings.parallel(), settings.secret());
    this.limit = new AdaptiveLimit(settings.parallel());
    this.random = new SplittableRandom(Seeds.derive(0, "backoff", settings.url()));
    this.attempts =
        Failsafe.with(
            RetryPolicy.builder()
                .handleIf(e -> e instanceof AttemptFailure failure && failure.kind().passing())
                .withMaxAttempts(settings.attempts())
                .withMaxDuration(settings.deadline())
                .withDelayFn(
                    context -> delay(context.getLastException(), context.getAttemptCount()))
                .build());
  }

  ServiceSettings settings() {
    return settings;
  }

  Transport transport() {
    return transport;
  }

  /** What messages call it. */
  String name() {
    return settings
        .model()
        .map(model -> "model '" + model + "' at " + settings.url())
        .orElse("the service at " + settings.url());
  }

  /**
   * What an attempt returns, as soon as one succeeds. The deadline counts from the first attempt:
   * calls that wait for their turn at a slow service are not late.
   *
   * @throws ServiceException if none does, naming the last one's cause
   */
  <T> T call(Supplier<T> attempt) {
    AtomicInteger made = new AtomicInteger();
    try {
      long first = limit.enter();
      long end = System.nanoTime() + settings.deadline().toNanos();
      return attempts.get(
          () -> once(attempt, end, made.incrementAndGet() == 1 ? first : limit.enter()));
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (AttemptFailure e) {
      throw new ServiceException(
          name()
              + ": "
              + e.getMessage()
              + (made.get() > 1 ? " (attempt " + made.get() + ", the last one)" : ""),
          e);
    } catch (FailsafeException e) {
      throw interrupted(e);
    }
  }

  private ServiceException interrupted(Exception cause) {
    Thread.currentThread().interrupt();
    return new ServiceException(name() + ": interrupted while waiting", cause);
  }

  private <T> T once(Supplier<T> attempt, long end, long ticket) {
    Outcome outcome = Outcome.OTHERWISE;
    try {
      T result = attempt.get();
      outcome = Outcome.WELL;
      return result;
    } catch (AttemptFailure e) {
      outcome = e.kind() == Kind.SLOW_DOWN ? Outcome.SLOW_DOWN : Outcome.OTHERWISE;
      throw unlessTooLong(e, end);
    } finally {
      limit.leave(ticket, outcome);
    }
  }

  private AttemptFailure unlessTooLong(AttemptFailure failure, long end) {
    Duration left = Duration.ofNanos(end - System.nanoTime());
    if (failure.retryAfter().filter(wait -> wait.compareTo(left) > 0).isEmpty()) {
      return failure;
    }
    return new AttemptFailure(
        Kind.REFUSED,
        "%s; it asks to wait %s, longer than the deadline of %s leaves"
            .formatted(
                failure.getMessage(),
                ServiceSettings.words(failure.retryAfter().get()),
                ServiceSettings.words(settings.deadline())));
  }

  private Duration delay(Throwable last, int attempt) {
    double chance;
    synchronized (random) {
      chance = random.nextDouble();
    }
    if (last instanceof AttemptFailure failure && failure.retryAfter().isPresent()) {
      double millis = failure.retryAfter().get().toMillis();
      return Duration.ofMillis(Math.round(millis * (1 + RETRY_AFTER_SPREAD * chance)));
    }
    double doubled = Math.min(LONGEST_BACKOFF, Math.pow(2, attempt - 1));
    double millis = settings.backoff().toMillis() * doubled * (1 - chance / 2);
    return Duration.ofMillis(Math.max(1, Math.round(millis)));
  }

  @Override
  public void close() {
    transport.close();
  }
}
