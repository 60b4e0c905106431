package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.ClaimSchema.Rule;
import dev.carryover.core.Event;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterModel.Written;
import dev.carryover.core.spi.WriterProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped models as writers. */
class NanoWriterTest {
  private static final int TOKENS = 4096;
  private static final long SEED = 11;
  private static final ClaimSchema SCHEMA =
      new ClaimSchema(
          Stream.of("badge", "locker", "seat", "vault", "lead", "alias", "trusted-source")
              .map(name -> new Relation(name, "", List.of(), false, Rule.LATEST))
              .toList());
  private static final List<String> PAGE =
      List.of(
          "rule : audit wins .",
          "the badge of Baban is A22S .",
          "today morning , Baban changed badge to C44U .",
          "Dovin has locker B33T .",
          "audit says Dovin seat D55V .",
          "clerk says Dovin seat E66W .",
          "the lead of Gefon is Dovin .");

  private static WriterModel writer;

  @BeforeAll
  static void load() {
    writer =
        Plugins.named(WriterProvider.class, "model", "nano-1")
            .create(Settings.NONE, ModelContext.of(2));
  }

  @AfterAll
  static void close() {
    writer.close();
  }

  private static Written<String> notes(List<String> sentences, int maxBytes) {
    return writer.notes(NanoTexts.events(sentences), maxBytes, TOKENS, SEED);
  }

  private static List<Claim> claims(List<String> sentences) {
    return writer.claims(NanoTexts.events(sentences), SCHEMA, TOKENS, SEED).content();
  }

  private static Claim claim(
      int event, String subject, String relation, String object, Optional<String> source) {
    return new Claim(subject, relation, object, source, "e" + event, Optional.empty());
  }

  @Test
  void factsAreNotedAsTheGrammarSaysThemOneALine() {
    List<String> lines = notes(NanoTexts.FACTS, 4_000).content().lines().toList();

    assertThat(lines).allMatch(line -> line.matches("the \\w+ of \\w+ is( now)? \\w+ \\."));
    assertThat(NanoTexts.CODES)
        .filteredOn(code -> lines.stream().anyMatch(line -> line.contains(code)))
        .hasSizeGreaterThanOrEqualTo(7);
  }

  @Test
  void changesSourcesRolesAndTheRuleAreNotedToo() {
    assertThat(notes(PAGE, 4_000).content().lines())
        .contains(
            "rule : audit wins .",
            "the lead of Gefon is Dovin .",
            "the badge of Baban is A22S .",
            "the badge of Baban is now C44U .",
            "the locker of Dovin is B33T .",
            "audit says Dovin seat D55V .",
            "clerk says Dovin seat E66W .");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 27, 28, 60, 100})
  void notesNeverTakeMoreThanTheirBudgetAndKeepWholeLines(int maxBytes) {
    Written<String> written = notes(NanoTexts.FACTS, maxBytes);

    assertThat(written.content().getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(maxBytes);
    assertThat(written.content().lines()).allMatch(line -> line.endsWith(" ."));
    assertThat(written.rejected()).anyMatch(what -> what.startsWith("over the limit"));
  }

  @Test
  void eachEventMakesItsOwnClaims() {
    assertThat(claims(PAGE))
        .contains(
            claim(0, "rule", "trusted-source", "audit", Optional.empty()),
            claim(1, "Baban", "badge", "A22S", Optional.empty()),
            claim(2, "Baban", "badge", "C44U", Optional.empty()),
            claim(3, "Dovin", "locker", "B33T", Optional.empty()),
            claim(4, "Dovin", "seat", "D55V", Optional.of("audit")),
            claim(5, "Dovin", "seat", "E66W", Optional.of("clerk")),
            claim(6, "Gefon", "lead", "Dovin", Optional.empty()));
    assertThat(claims(PAGE)).extracting(Claim::event).isSorted();
  }

  @Test
  void theSchemaDecidesWhatIsClaimed() {
    ClaimSchema badges =
        new ClaimSchema(List.of(new Relation("badge", "", List.of(), false, Rule.LATEST)));

    assertThat(writer.claims(NanoTexts.events(PAGE), badges, TOKENS, SEED).content())
        .extracting(Claim::relation)
        .containsOnly("badge");
    assertThat(
            writer
                .claims(NanoTexts.events(PAGE), new ClaimSchema(List.of()), TOKENS, SEED)
                .content())
        .isEmpty();
    assertThat(claims(List.of())).isEmpty();
  }

  @Test
  void theSameEventsGiveTheSameNotesAndClaims() {
    assertThat(notes(PAGE, 300)).isEqualTo(notes(PAGE, 300));
    assertThat(claims(PAGE)).isEqualTo(claims(PAGE));
  }

  @Test
  void whatIsWrittenIsCountedAndStopsAtTheAllowance() {
    Written<String> all = notes(NanoTexts.FACTS, 4_000);
    assertThat(all.usage().tokensIn()).isPositive();
    assertThat(all.usage().tokensOut()).isPositive();
    assertThat(all.cutOff()).isFalse();

    Written<List<Claim>> few = writer.claims(NanoTexts.events(PAGE), SCHEMA, 1, SEED);
    assertThat(few.cutOff()).isTrue();
    assertThat(few.content()).hasSizeLessThan(claims(PAGE).size());
  }

  @Test
  void longHistoriesAreReadInStretches() {
    List<String> sentences = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      sentences.addAll(NanoTexts.FACTS);
    }

    List<String> lines = notes(sentences, 100_000).content().lines().toList();

    assertThat(lines).hasSizeGreaterThan(NanoTexts.FACTS.size());
  }

  @Test
  void hostileEventsAreTaken() {
    List<String> hostile =
        List.of(
            "",
            "  \n\t ",
            "Greta Holm's badge number is QX7752.",
            "\u0000\u0007\u001b[31m <bos> <pad> $1 \\E {entity}",
            "\ud83d\ude00\ud83d \u202eesrever\u202c \ufeff",
            "Baban Dovin Gefon Kipun badge locker seat vault ? . unknown .",
            "the badge of Baban is A22S . ".repeat(500));

    Written<String> notes = notes(hostile, 4_000);

    assertThat(notes.content()).doesNotContain("QX7752");
    assertThat(notes.rejected()).anyMatch(what -> what.startsWith("e6: not read"));
    assertThat(claims(hostile)).allMatch(claim -> !claim.object().equals("unknown"));
  }

  @Test
  void whatItNotesCanBeReadByAReaderOfItsOwn() {
    String notes = notes(NanoTexts.FACTS, 4_000).content();
    List<Event> events = NanoTexts.events(notes.lines().toList());

    assertThat(writer.notes(events, 4_000, TOKENS, SEED).content().lines().toList())
        .containsAnyElementsOf(notes.lines().toList());
  }
}
