package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.Usage;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.core.run.CallMeter.Price;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.StopException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls cost, counted and kept under a limit. */
@Timeout(60)
class CallMeterTest {
  /** A dollar for a million tokens read, ten for a million written. */
  private static final Optional<Price> PRICE = Optional.of(new Price(1, 10));

  private static final Usage ONE_DOLLAR = new Usage(500_000, 50_000);

  @Test
  void aBillNamesCallsCachedAnswersTokensAndDollarsOfEachService() {
    CallMeter meter = new CallMeter(OptionalDouble.empty());
    CallBudget paid = meter.open("paid", PRICE);
    CallBudget own = meter.open("own", Optional.empty());

    call(paid, new Usage(2_000_000, 0), new Usage(1_000_000, 200_000));
    call(paid, ONE_DOLLAR, Usage.NONE);
    paid.cached();
    call(own, new Usage(10, 10), new Usage(7, 3));

    assertThat(meter.bills())
        .containsExactly(
            new Bill("paid", 2, 1, new Usage(1_000_000, 200_000), OptionalDouble.of(3)),
            new Bill("own", 1, 0, new Usage(7, 3), OptionalDouble.empty()));
  }

  @Test
  void aCallThatCouldGoOverTheLimitIsStoppedWithTheFigures() {
    CallMeter meter = new CallMeter(OptionalDouble.of(2.5));
    CallBudget one = meter.open("one", PRICE);
    CallBudget other = meter.open("other", PRICE);
    call(one, ONE_DOLLAR, ONE_DOLLAR);
    call(other, ONE_DOLLAR, ONE_DOLLAR);

    assertThatThrownBy(() -> other.reserve(ONE_DOLLAR))
        .isInstanceOf(StopException.class)
        .hasMessageContaining("'other' may cost $1.000000")
        .hasMessageContaining("$2.000000 that are spent")
        .hasMessageContaining("limit of $2.500000")
        .hasMessageContaining("--max-cost");
    assertThat(meter.bills()).extracting(Bill::calls).containsExactly(1L, 1L);
    assertThatCode(() -> call(one, new Usage(0, 50_000), new Usage(0, 50_000)))
        .as("what fits exactly")
        .doesNotThrowAnyException();
  }

  @Test
  void aServiceWithoutAPriceIsNeverStopped() {
    CallMeter meter = new CallMeter(OptionalDouble.of(0));
    CallBudget free = meter.open("free", Optional.empty());

    call(free, ONE_DOLLAR, ONE_DOLLAR);

    assertThatThrownBy(() -> meter.open("paid", PRICE).reserve(new Usage(1, 0)))
        .isInstanceOf(StopException.class);
  }

  @Test
  void aCallThatFitsOnlyWithoutTheOnesInFlightWaitsForThem() throws InterruptedException {
    CallMeter meter = new CallMeter(OptionalDouble.of(1));
    CallBudget budget = meter.open("one", PRICE);
    budget.reserve(ONE_DOLLAR);
    Thread second = new Thread(() -> budget.reserve(ONE_DOLLAR));
    second.start();
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(meter.bills().get(0).calls()).isEqualTo(1);

    budget.settle(ONE_DOLLAR, Usage.NONE);

    second.join();
    assertThat(meter.bills().get(0).calls()).isEqualTo(2);
  }

  @Test
  void aWaitingCallIsStoppedWhenTheOnesInFlightTurnOutToBeDear() throws InterruptedException {
    CallMeter meter = new CallMeter(OptionalDouble.of(1));
    CallBudget budget = meter.open("one", PRICE);
    budget.reserve(ONE_DOLLAR);
    ConcurrentLinkedQueue<Throwable> stopped = new ConcurrentLinkedQueue<>();
    Thread second = new Thread(() -> budget.reserve(ONE_DOLLAR));
    second.setUncaughtExceptionHandler((thread, why) -> stopped.add(why));
    second.start();
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    budget.settle(ONE_DOLLAR, ONE_DOLLAR);

    second.join();
    assertThat(stopped).hasSize(1).first().isInstanceOf(StopException.class);
  }

  @Test
  void threadsTogetherNeverGoOverTheLimitAndUseItUp() throws InterruptedException {
    CallMeter meter = new CallMeter(OptionalDouble.of(5));
    List<CallBudget> services = List.of(meter.open("one", PRICE), meter.open("other", PRICE));
    Usage most = new Usage(100, 100);
    AtomicLong over = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 32; t++) {
      Random random = new Random(t);
      CallBudget service = services.get(t % 2);
      threads.add(
          new Thread(
              () -> {
                try {
                  while (true) {
                    Usage spent = new Usage(random.nextInt(101), random.nextInt(101));
                    service.reserve(most);
                    service.settle(most, spent);
                    if (dollars(meter) > 5) {
                      over.incrementAndGet();
                    }
                  }
                } catch (StopException e) {
                  // the money is spent
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(over).hasValue(0);
    assertThat(dollars(meter)).isCloseTo(5, within(0.0011));
  }

  @Test
  void anInterruptedWaitStops() throws InterruptedException {
    CallMeter meter = new CallMeter(OptionalDouble.of(1));
    CallBudget budget = meter.open("one", PRICE);
    budget.reserve(ONE_DOLLAR);
    ConcurrentLinkedQueue<Throwable> stopped = new ConcurrentLinkedQueue<>();
    Thread second = new Thread(() -> budget.reserve(ONE_DOLLAR));
    second.setUncaughtExceptionHandler((thread, why) -> stopped.add(why));
    second.start();
    second.interrupt();
    second.join();

    assertThat(stopped).hasSize(1).first().isInstanceOf(StopException.class);
    assertThat(meter.bills().get(0).calls()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void aPriceThatIsNoneIsRefused(double price) {
    assertThatThrownBy(() -> new Price(price, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Price(1, price)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLimitThatIsNoneAndAServiceTwiceAreRefused() {
    assertThatThrownBy(() -> new CallMeter(OptionalDouble.of(-0.1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CallMeter(OptionalDouble.of(Double.NaN)))
        .isInstanceOf(IllegalArgumentException.class);
    CallMeter meter = new CallMeter(OptionalDouble.empty());
    meter.open("one", PRICE);
    assertThatThrownBy(() -> meter.open("one", PRICE)).hasMessageContaining("'one'");
  }

  private static void call(CallBudget budget, Usage most, Usage spent) {
    budget.reserve(most);
    budget.settle(most, spent);
  }

  private static double dollars(CallMeter meter) {
    return meter.bills().stream().mapToDouble(bill -> bill.dollars().orElse(0)).sum();
  }
}
