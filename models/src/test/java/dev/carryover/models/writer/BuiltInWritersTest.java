package dev.carryover.models.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.ClaimSchema.Relation;
import dev.carryover.core.ClaimSchema.Rule;
import dev.carryover.core.Event;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What both generations of built-in writers do beyond the contract, and where they differ. */
final class BuiltInWritersTest {
  private static final ClaimSchema SCHEMA =
      new ClaimSchema(
          List.of(
              relation("badge-number", "the badge number of a person", false),
              relation("gate-code", "the gate code of a building", false),
              relation("lead", "the object is the person who leads the team", true, "led by"),
              relation("deputy", "the object stands in for the lead", true, "stands in for"),
              relation("bought", "the subject is the owner who bought the building", true),
              relation(
                  "happened", "the object is the date on which it took place", false, "took place"),
              relation("alias", "two names of one person", true, "also known as"),
              relation("trusted-source", "the source that is right", false)));

  private static Relation relation(
      String name, String description, boolean toEntity, String... words) {
    return new Relation(name, description, List.of(words), toEntity, Rule.LATEST);
  }

  private static WriterModel writer(String name) {
    return Plugins.named(WriterProvider.class, "writer", name)
        .create(Settings.NONE, ModelContext.of(2));
  }

  private static List<Event> office() {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String day = "2025-04-" + (10 + i / 4) + "T09:0" + i % 10 + ":00";
      String text =
          i % 4 == 0
              ? "Nora Beck's badge number is LB-44" + (10 + i) + "."
              : "Thanks to whoever tidied up the kitchen again, it was needed.";
      events.add(new Event("m" + i, Optional.of(day), "Ida", text));
    }
    return events;
  }

  private static String claims(String name, String text) {
    try (WriterModel writer = writer(name)) {
      Event event = new Event("m1", Optional.empty(), "Ida", text);
      List<Claim> claims = writer.claims(List.of(event), SCHEMA, 100, 1).content();
      return String.join(
          ", ",
          claims.stream()
              .map(
                  c ->
                      String.join(" | ", c.subject(), c.relation(), c.object())
                          + c.source().map(s -> " | " + s).orElse(""))
              .toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"extractive-1", "extractive-2"})
  void areFoundByTheirNames(String name) {
    try (WriterModel writer = writer(name)) {
      assertThat(writer.identity().name()).isEqualTo(name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"extractive-1", "extractive-2"})
  void refuseASettingThatTheyDoNotKnow(String name) {
    WriterProvider provider = Plugins.named(WriterProvider.class, "writer", name);
    Settings settings = Settings.of(Map.of("beam", "4"));

    assertThatThrownBy(() -> provider.create(settings, ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("beam");
  }

  @Test
  void anEmbedderThatIsNoneIsRefusedWithTheKnownOnes() {
    WriterProvider provider = Plugins.named(WriterProvider.class, "writer", "extractive-2");
    Settings settings = Settings.of(Map.of("embedder", "word2vec"));

    assertThatThrownBy(() -> provider.create(settings, ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("all-minilm-l6-v2-q");
  }

  @ParameterizedTest
  @ValueSource(strings = {"extractive-1", "extractive-2"})
  void allIsKeptWhereAllFits(String name) {
    List<Event> events =
        List.of(
            new Event(
                "m1", Optional.of("2025-04-07T09:00:00"), "Ida", "Nora left.\nHer desk is D-11."),
            new Event("m2", Optional.empty(), "", "It rains."));
    try (WriterModel writer = writer(name)) {
      assertThat(writer.notes(events, 1_000, 100, 1).content())
          .isEqualTo("- [2025-04-07T09:00:00] Ida: Nora left. Her desk is D-11.\n- It rains.\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"extractive-1", "extractive-2"})
  void factsAreKeptBeforeSmallTalkInTheOrderOfTheHistory(String name) {
    try (WriterModel writer = writer(name)) {
      String notes = writer.notes(office(), 700, 100, 1).content();
      List<String> lines = notes.lines().toList();

      assertThat(lines).filteredOn(line -> line.contains("badge number")).hasSize(10);
      assertThat(lines.get(0)).isEqualTo("- [2025-04-10] Nora Beck's badge number is LB-4410.");
      assertThat(notes.getBytes(StandardCharsets.UTF_8).length).isBetween(500, 700);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"extractive-1", "extractive-2"})
  void aSentenceAboutItsSpeakerKeepsTheSpeaker(String name) {
    List<Event> events = new ArrayList<>(office());
    events.add(new Event("own", Optional.empty(), "Piet", "My badge number is ZZ-9090."));
    try (WriterModel writer = writer(name)) {
      assertThat(writer.notes(events, 1_500, 100, 1).content())
          .contains("Piet: My badge number is ZZ-9090.");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "The badge number of Nora Beck is LB-4471.;Nora Beck | badge-number | LB-4471",
        "Nora Beck got a new badge number: LB-4472.;Nora Beck | badge-number | LB-4472",
        "The front desk says that Nora Beck has badge number B-77.;"
            + "Nora Beck | badge-number | B-77 | front desk",
        "Nora Beck's badge number is B-771, says the registry.;"
            + "Nora Beck | badge-number | B-771 | registry",
        "The Heron team is led by Nora Beck.;Heron team | lead | Nora Beck",
        "The lead of the Heron team is Nora Beck.;Heron team | lead | Nora Beck",
        "Nora Beck leads the Heron team.;Heron team | lead | Nora Beck",
        "Nora Beck stands in for the Heron team.;Heron team | deputy | Nora Beck",
        "Lund Estates bought Heron House.;Lund Estates | bought | Heron House",
        "Nora Beck is also known as Wren.;Nora Beck | alias | Wren",
        "The harbour fire took place on 3 May 2025.;harbour fire | happened | 3 May 2025",
        "When sources disagree about badge numbers, the registry is right.;"
            + "badge-number | trusted-source | registry",
      })
  void rulesReadClaimsOff(String text, String claims) {
    assertThat(claims("extractive-1", text)).isEqualTo(claims);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "What is Nora Beck's badge number, is it LB-4471?",
        "Nora Beck's badge number is not LB-4471.",
        "Nora Beck may get badge number LB-4471 next year.",
        "Nora Beck's shoe size code is SZ-4471.",
        "The badge number is LB-4471.",
        "Nora Beck wrote to Piet Lind about lunch."
      })
  void whatTheRulesDoNotMakeOutGivesNoClaim(String text) {
    assertThat(claims("extractive-1", text)).isEmpty();
  }

  @Test
  void aPartyThatIsKnownToSayThingsIsASourceBeforeAColonToo() {
    List<Event> events =
        List.of(
            new Event("m1", Optional.empty(), "", "by audit Sakan has badge G28Z ."),
            new Event("m2", Optional.empty(), "", "audit : Sakan badge = C98V ."),
            new Event("m3", Optional.empty(), "", "note : Sakan badge = D98V ."));

    try (WriterModel writer = writer("extractive-1")) {
      assertThat(writer.claims(events, SCHEMA, 100, 1).content())
          .extracting(Claim::object, Claim::source)
          .containsExactly(
              tuple("G28Z", Optional.of("audit")),
              tuple("C98V", Optional.of("audit")),
              tuple("D98V", Optional.empty()));
    }
  }

  @Test
  void aRelationInOtherWordsIsToldByItsMeaning() {
    assertThat(claims("extractive-2", "The Heron team has Nora Beck as its leader."))
        .isEqualTo("Heron team | lead | Nora Beck");
    assertThat(claims("extractive-2", "Nora Beck opens the gate with code GA-4471."))
        .contains("gate-code | GA-4471");
  }
}
