package dev.carryover.repair.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.RepairPrice;
import dev.carryover.core.Usage;
import dev.carryover.core.run.PlannedRepair.Needs;
import dev.carryover.core.spi.SourceException;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What models cost, and what repairs cost by it. */
class PriceFileTest {
  private static final String START = "{\"schema\": \"carryover.prices/1\", \"models\": ";
  private static final RepairPlayers BOTH =
      new RepairPlayers(Optional.of("w"), Optional.of("a"), Optional.of("b"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{\"models\": {\"w\": {\"per_gpu_hour\": 1}}}",
        START + "{}}",
        START + "[]}",
        START + "{\"w\": {}}}",
        START + "{\"w\": 3}}",
        START + "{\"w\": {\"per_hour\": 1}}}",
        START + "{\"w\": {\"per_gpu_hour\": -1}}}",
        START + "{\"w\": {\"per_gpu_hour\": 1e999}}}",
        START + "{\"w\": {\"per_gpu_hour\": \"1\"}}}",
        START + "{\"w\": {\"per_million_tokens_in\": 1}}}",
        START + "{\"w\": {\"per_gpu_hour\": 1, \"per_gpu_hour\": 2}}}",
        START + "{\"w\": {\"per_gpu_hour\": 1}}, \"currency\": \"EUR\"}",
        START + "{\"w\": {\"per_gpu_hour\": 1}}} trailing"
      })
  void whatIsNoPriceFileIsRefusedWithItsPlace(String text) {
    assertThatThrownBy(() -> PriceFile.read(text, "prices.json"))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith("prices.json");
  }

  @Test
  void tokensTextsAndHoursAddUpToDollars() {
    PriceList prices =
        PriceFile.read(
            START
                + "{\"w\": {\"per_million_tokens_in\": 2, \"per_million_tokens_out\": 8},"
                + " \"a\": {\"per_1000_embeddings\": 0.1},"
                + " \"b\": {\"per_1000_embeddings\": 0.3, \"per_gpu_hour\": 3.6}}}",
            "prices.json");
    RepairPrice price = new RepairPrice(2, new Usage(500_000, 250_000), 4000).took(1_000_000);
    RepairCosts costs = RepairCosts.of(prices, BOTH, List.of(price));

    assertThat(costs.unit()).isEqualTo(RepairCosts.Unit.DOLLARS);
    // 1 + 2 dollars of tokens, a second of 3.6 dollars an hour, and the texts
    assertThat(costs.of(price, Needs.STORE)).isCloseTo(3 + .001 + 4 * .3, Offset.offset(1e-12));
    assertThat(costs.of(price, Needs.SAMPLE))
        .as("half of the texts by each embedder")
        .isCloseTo(3 + .001 + 2 * .1 + 2 * .3, Offset.offset(1e-12));
    assertThat(costs.byTheHour()).isTrue();
  }

  @Test
  void anHourIsThatOnTheDeviceWhereItWasMeasuredForAllWhoAreSoPriced() {
    PriceList prices =
        PriceFile.read(
            START
                + "{\"w\": {\"per_gpu_hour\": 3600}, \"a\": {\"per_1000_embeddings\": 0},"
                + " \"b\": {\"per_gpu_hour\": 3600}}}",
            "prices.json");
    RepairPlayers writes = new RepairPlayers(Optional.of("w"), Optional.empty(), Optional.empty());
    RepairPrice timed = new RepairPrice(1, Usage.NONE, 0).took(5_000_000).onDevice(2_000_000);
    RepairPrice untimed = new RepairPrice(1, Usage.NONE, 0).took(5_000_000);
    RepairPrice mechanical = new RepairPrice(0, Usage.NONE, 0).took(5_000_000);
    RepairCosts costs = RepairCosts.of(prices, writes, List.of(timed));

    assertThat(costs.of(timed, Needs.HISTORY)).isEqualTo(2);
    assertThat(costs.of(untimed, Needs.HISTORY)).as("never for nothing").isEqualTo(5);
    assertThat(costs.of(mechanical, Needs.STORE)).as("no model worked").isZero();
    assertThat(RepairCosts.of(prices, BOTH, List.of(timed)).of(timed, Needs.HISTORY))
        .as("of embedders no time on a device is measured")
        .isEqualTo(5);
  }

  @Test
  void withoutPricesUnlikeThingsAreNotAddedUp() {
    RepairPrice tokens = new RepairPrice(3, new Usage(10, 5), 0);
    RepairPrice texts = new RepairPrice(0, Usage.NONE, 7);

    RepairCosts onlyTokens = RepairCosts.of(PriceList.NONE, BOTH, List.of(tokens));
    RepairCosts onlyTexts = RepairCosts.of(PriceList.NONE, BOTH, List.of(texts));
    RepairCosts both = RepairCosts.of(PriceList.NONE, BOTH, List.of(tokens, texts));

    assertThat(onlyTokens.of(tokens, Needs.STORE)).isEqualTo(15);
    assertThat(onlyTexts.unit()).isEqualTo(RepairCosts.Unit.TEXTS);
    assertThat(onlyTexts.of(texts, Needs.STORE)).isEqualTo(7);
    assertThat(both.unit()).isEqualTo(RepairCosts.Unit.CALLS);
    assertThat(both.of(tokens, Needs.STORE)).isEqualTo(3);
  }

  @Test
  void ourListPricesTheBuiltInModelsByTheHourOfThePaper() {
    PriceList ours = PriceFile.ours();

    assertThat(ours.source()).isEqualTo(PriceList.OURS);
    assertThat(ours.of("e5-small-v2-q").orElseThrow().gpuHour()).hasValue(2.25);
    assertThat(ours.of("gpt-unheard-of")).isEmpty();
  }
}
