package dev.carryover.formats.kgfixed;

import static dev.carryover.formats.kgfixed.Told.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.FolderStores;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema that says claims in the sentences that nano models are trained on. */
final class NanoSchemaTest {
  private static final Components WRITER = Components.NONE.withWriter(new SentenceWriter());

  @TempDir private Path folder;

  private List<String> told(String question, String... claims) {
    return told("best", question, List.of(claims));
  }

  private List<String> told(String order, String question, List<String> claims) {
    History history =
        new History(
            "h",
            IntStream.range(0, claims.size())
                .mapToObj(i -> new Event("e" + i, Optional.empty(), "", claims.get(i)))
                .toList());
    MemoryFormat format =
        new KgFixedProvider().create(Settings.of(Map.of("schema", "nano", "order", order)));
    MemoryStore store =
        format
            .writer()
            .write(history, WRITER, 1, new FolderStores(folder).target("store-" + order));
    assertThat(format.rankedItems().isPresent()).isEqualTo(order.equals("best"));
    try (Memory memory = format.reader().open(store, WRITER)) {
      return ((Passages) memory.read(List.of(new Question(question))).get(0)).texts();
    }
  }

  @Test
  void aFactIsSaidInLowerCaseWithASpaceBeforeTheStop() {
    assertThat(told("? badge of Tesen", claim("Tesen", "badge", "G86T")))
        .containsExactly("the badge of Tesen is G86T .");
  }

  @Test
  void aChangeSaysNowAndTheEarlierStaysAPlainFact() {
    assertThat(
            told(
                "? badge of Tesen",
                claim("Tesen", "badge", "G86T"),
                claim("Tesen", "badge", "A22S")))
        .containsExactly("the badge of Tesen is G86T .", "the badge of Tesen is now A22S .");
  }

  @Test
  void aValueSaidTwiceIsNoChange() {
    assertThat(
            told(
                "? badge of Tesen",
                claim("Tesen", "badge", "G86T"),
                claim("Tesen", "badge", "G86T")))
        .containsOnly("the badge of Tesen is G86T .");
  }

  @Test
  void sourcesComeFirstInTheirSentencesAndTheRuleInItsOwn() {
    assertThat(
            told(
                "? rule Tesen badge",
                claim("rule", "trusted-source", "audit"),
                claim("Tesen", "badge", "G86T", "clerk"),
                claim("Tesen", "badge", "A22S", "audit")))
        .containsExactly(
            "clerk says Tesen badge G86T .",
            "audit says Tesen badge A22S .",
            "rule : audit wins .");
  }

  @Test
  void namesAndRolesAreSaidAsTheModelsKnowThem() {
    assertThat(
            told(
                "? lead of Dovin badge",
                claim("Dovin", "lead", "Tesen"),
                claim("Tesen", "alias", "Vafen"),
                claim("Vafen", "badge", "G86T")))
        .containsExactlyInAnyOrder(
            "the lead of Dovin is Tesen .",
            "Tesen is also called Vafen .",
            "the badge of Vafen is G86T .");
  }

  @Test
  void whatAModelReadsInOrderCanComeInTheOrderOfTheEvents() {
    List<String> claims =
        List.of(claim("Tesen", "alias", "Vafen"), claim("Vafen", "badge", "G86T"));
    String question = "? badge of Tesen";

    assertThat(told("best", question, claims))
        .containsExactly("the badge of Vafen is G86T .", "Tesen is also called Vafen .");
    assertThat(told("told", question, claims))
        .containsExactly("Tesen is also called Vafen .", "the badge of Vafen is G86T .");
  }
}
