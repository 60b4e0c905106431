package dev.carryover.formats.kgfixed;

import static dev.carryover.formats.kgfixed.Told.claim;
import static dev.carryover.formats.kgfixed.Told.history;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.spi.Allowances;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.IncompatibleStoreException;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.FolderStores;
import dev.carryover.core.testkit.MemoryFormatContract;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What KG-fixed keeps to on every backend. */
abstract class KgFixedContract extends MemoryFormatContract {
  private static final String SCHEMA = "src/test/resources/kgfixed/test-schema.json";

  private int made;

  /** The settings that choose the backend. */
  abstract Map<String, String> backend();

  /** What a store of 20,000 claims may take on a machine that is busy with other things. */
  abstract Duration patience();

  @Override
  protected MemoryFormatProvider provider() {
    return new KgFixedProvider();
  }

  @Override
  protected final Settings settings() {
    return with(Map.of());
  }

  final Settings with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(backend());
    all.put("schema", SCHEMA);
    all.putAll(more);
    return Settings.of(all);
  }

  @Override
  protected final Components components() {
    return Components.NONE.withWriter(new SentenceWriter());
  }

  @Override
  protected final Components upgraded() {
    return components();
  }

  @Override
  protected final boolean keepsTextsVerbatim() {
    return false;
  }

  final List<String> read(MemoryStore store, Map<String, String> more, String question) {
    return read(store, more, components(), question).texts();
  }

  final List<String> read(MemoryStore store, String question) {
    return read(store, Map.of(), question);
  }

  final Passages read(
      MemoryStore store, Map<String, String> more, Components components, String question) {
    try (Memory memory = provider().create(with(more)).reader().open(store, components)) {
      return (Passages) memory.read(List.of(new Question(question))).get(0);
    }
  }

  @Test
  void theClaimThatAQuestionNamesComesFirstAsASentence() {
    MemoryStore store =
        write(
            history(
                "The badge of Tesen is QX77.",
                "The crate of Tesen is G86T.",
                "The crate of Vafen is H11S."));

    assertThat(read(store, "What is TESEN's crate?"))
        .containsExactly("[day 1] Tesen's crate is G86T.", "[day 0] Tesen's badge is QX77.");
  }

  @Test
  void laterWinsForUpdatesAndTheEarlierSaysSo() {
    MemoryStore store =
        write(
            history(
                "The van of Tesen is E93V.",
                "The van of Vafen is A11A.",
                "The van of Tesen is F29X.",
                "The van of Tesen is F29X.",
                "The van of Tesen is H94X."));

    assertThat(read(store, "? van of Tesen"))
        .containsExactly(
            "[day 0] Tesen's van is E93V (not the last).",
            "[day 2] Tesen's van is F29X (not the last).",
            "[day 3] Tesen's van is F29X (not the last).",
            "[day 4] Tesen's van is H94X.");
    assertThat(KgContent.of(store).claims())
        .extracting(stored -> stored.supersedes().orElse("-"))
        .containsExactly("-", "-", "c0", "c2", "c3");
  }

  @Test
  void aRebuiltStoreBringsBackWhatTheOldOneDid() {
    MemoryStore old = write(history("The van of Tesen is E93V.", "The van of Tesen is F29X."));
    RepairMethod rebuild = format().repairs().get(0);
    MemoryStore rebuilt =
        rebuild.apply(
            Job.of(old, Optional.empty(), Components.NONE, rebuild.rungs().get(0), 7),
            stores().target("rebuilt"));

    assertThat(read(rebuilt, "? van of Tesen")).isEqualTo(read(old, "? van of Tesen")).hasSize(2);
  }

  @Test
  void bothSidesOfAContradictionAreKeptWithTheirSourcesAndTheRuleComesAlong() {
    MemoryStore store =
        write(
            history(
                claim("rule", "trusted-source", "audit"),
                claim("badge", "trusted-source", "the clerk"),
                claim("Getan", "crate", "G34X", "guard"),
                claim("Getan", "crate", "C24Z", "audit"),
                claim("Getan", "badge", "B10Q")));

    assertThat(read(store, "? by rule crate of Getan"))
        .containsExactly(
            "[day 2] Getan's crate is G34X, according to guard.",
            "[day 3] Getan's crate is C24Z, according to audit.",
            "[day 0] When sources disagree, audit is right.",
            "[day 4] Getan's badge is B10Q.");
    assertThat(KgContent.of(store).claims()).allMatch(stored -> stored.supersedes().isEmpty());
  }

  @Test
  void aRelationWhoseSidesAreDisputedSupersedesNothing() {
    MemoryStore store =
        write(history("The colour of Tesen is red.", "The colour of Tesen is blue."));

    assertThat(read(store, "colour of Tesen?"))
        .containsExactly("[day 0] Tesen's colour is red.", "[day 1] Tesen's colour is blue.");
  }

  @Test
  void aliasesLeadInBothDirections() {
    MemoryStore store =
        write(
            history(
                claim("Rilon", "alias", "Sakan"),
                "The crate of Sakan is C35Z.",
                "The ticket of Rilon is B47X."));

    assertThat(read(store, "? ticket of Sakan"))
        .containsExactly(
            "[day 2] Rilon's ticket is B47X.",
            "[day 0] Rilon is also known as Sakan.",
            "[day 1] Sakan's crate is C35Z.");
    assertThat(read(store, "? crate of Rilon")).first().isEqualTo("[day 1] Sakan's crate is C35Z.");
  }

  @Test
  void aliasesInACircleEndTheSearchAllTheSame() {
    MemoryStore store =
        write(
            history(
                claim("A", "alias", "B"),
                claim("B", "alias", "C"),
                claim("C", "alias", "A"),
                claim("C", "alias", "C"),
                "The badge of C is Q7Q."));

    assertThat(read(store, "badge of B")).hasSize(5).first().isEqualTo("[day 4] C's badge is Q7Q.");
  }

  @Test
  void relationsAreFollowedAsFarAsTheHopsSay() {
    MemoryStore store =
        write(
            history(
                "The deputy of Giten is Vafon.",
                "The lead of Vafon is Tesen.",
                "The ticket of Tesen is H87T.",
                "The ticket of Giten is Z11Z."));
    String question = "? ticket of lead of deputy of Giten";

    assertThat(read(store, question))
        .containsExactlyInAnyOrder(
            "[day 0] The deputy of Giten is Vafon.",
            "[day 1] The lead of Vafon is Tesen.",
            "[day 2] Tesen's ticket is H87T.",
            "[day 3] Giten's ticket is Z11Z.");
    assertThat(read(store, Map.of("hops", "1"), question)).hasSize(3);
    assertThat(read(store, Map.of("hops", "0"), question)).hasSize(2);
    assertThat(read(store, Map.of("limit", "1"), question)).hasSize(1);
  }

  @Test
  void theLongestNameAndTheLongestRelationAreMeant() {
    MemoryStore store =
        write(
            history(
                "The badge of Greta is A1A1.",
                "The badge of Greta Holm is B2B2.",
                "The second badge of Greta Holm is C3C3."));

    assertThat(read(store, "Greta Holm's second badge"))
        .containsExactly(
            "[day 2] Greta Holm's second badge is C3C3.", "[day 1] Greta Holm's badge is B2B2.");
  }

  @Test
  void aQuestionWithoutAnEntityGetsTheClaimsOfItsRelations() {
    MemoryStore store =
        write(history("The badge of Tesen is QX77.", "The crate of Vafen is H11S."));

    assertThat(read(store, "Which crates are there?"))
        .containsExactly("[day 1] Vafen's crate is H11S.");
    assertThat(read(store, "Anything else?")).isEmpty();
  }

  @Test
  void whatDoesNotFitIsRejectedAndOnRecord() throws Exception {
    MemoryStore store =
        format()
            .writer()
            .write(
                history(
                    "The shoe size of Tesen is 44.",
                    claim("Tesen", "crate", "G86T", "", "e99"),
                    "The crate of Tesen is G86T."),
                Components.NONE.withWriter(SentenceWriter.saying("Sure! Here are")),
                5,
                stores().target("rejecting"));

    assertThat(items(store)).hasSize(1);
    assertThat(store.content().resolve("writing.json"))
        .content(StandardCharsets.UTF_8)
        .isEqualTo(
            """
            {"tokens_in":3,"tokens_out":3,"cut_off":true,"rejected":[\
            {"reason":"not in the form asked","said":"Sure! Here are"},\
            {"reason":"the schema has no relation 'shoe-size'","said":"e0 | Tesen | shoe-size | 44"},\
            {"reason":"the history has no event 'e99'","said":"e99 | Tesen | crate | G86T"}]}
            """);
  }

  @Test
  void theWriterGetsTheAllowanceOfAllWriters() {
    SentenceWriter writer = new SentenceWriter();
    Components components =
        new Components(
            Optional.of(writer),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Allowances(321, 1_000));

    format().writer().write(history("Nothing."), components, 5, stores().target("allowed"));

    assertThat(writer.allowances()).containsExactly(321);
  }

  @Test
  void theManifestSaysWhoWroteUnderWhichSchema() {
    MemoryStore store = write(history("The badge of Tesen is QX77."));

    assertThat(store.manifest().description().writer()).contains(new SentenceWriter().identity());
    assertThat(store.manifest().description().settings()).containsEntry("writer.prompt", "none");
    assertThat(store.manifest().description().settings().get("schema"))
        .startsWith(SCHEMA + " sha256:");
    assertThat(store.content().resolve("schema.json")).hasSameBinaryContentAs(Path.of(SCHEMA));
  }

  @Test
  void anEventIsWholeWhereAClaimHoldsItsIdentifiers() {
    MemoryStore store =
        write(
            history(
                claim("Tesen", "crate", "G86T"),
                claim("Tesen", "crate", "G86", "", "e0"),
                claim("Project Amber", "lead", "Mina")));

    assertThat(items(store))
        .extracting(item -> item.sources().get(0))
        .containsExactly(new Source("e0", true), new Source("e0", false), new Source("e2", true));
  }

  @Test
  void hostileNamesAreNamesAndNothingElse() {
    List<String> names =
        List.of(
            "O'Brien \"the\" `tick`",
            "x'}) DETACH DELETE n //",
            "$store {place: 1} \\u0000 \\",
            "two\nlines\r\nand\ttabs",
            "rocket \ud83d\ude80",
            "\ud83d\ude80\ud83d\ude80",
            "half \ud83d pair",
            "{object}",
            "`) MATCH (n) SET n.store = 'mine");
    List<String> texts = new ArrayList<>();
    names.forEach(name -> texts.add(claim(name, "badge", "B-" + texts.size() + "X")));
    MemoryStore store = write(history(texts.toArray(String[]::new)));

    for (String name : names) {
      String badge = "badge is B-" + names.indexOf(name) + "X.";
      assertThat(read(store, "What is the badge of " + name + "?"))
          .as(name)
          .first()
          .asString()
          .endsWith(badge)
          .doesNotContain("\n");
    }
    assertThat(items(store)).hasSameSizeAs(names);
  }

  @Test
  void aHugeNameIsKeptAndLeftOutOfAReadThatItDoesNotFit() {
    String huge = "long ".repeat(20_000).strip();
    MemoryStore store =
        write(history(claim(huge, "crate", "A1A1"), claim("Tesen", "crate", "G86T")));
    Components small =
        new Components(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Allowances(10, 200));

    assertThat(items(store).get(0).text()).contains(huge);
    assertThat(read(store, Map.of(), small, "All crates?").texts())
        .containsExactly("[day 1] Tesen's crate is G86T.");
    assertThat(read(store, "The crate of " + huge)).hasSize(1);
  }

  @Test
  void twentyThousandClaimsStayFast() {
    String[] texts =
        IntStream.range(0, 20_000)
            .mapToObj(i -> "The ticket of person %d is T%dX.".formatted(i % 5_000, i))
            .toArray(String[]::new);
    for (int i = 0; i < 5_000; i++) {
      texts[i] = "The lead of person %d is person 0.".formatted(i);
    }
    MemoryStore store = write(history(texts));
    List<Question> questions =
        IntStream.range(0, 20)
            .mapToObj(i -> new Question("ticket of the lead of person " + (i * 97)))
            .toList();

    Instant start = Instant.now();
    try (Memory memory = format().reader().open(store, components())) {
      assertThat(memory.read(questions))
          .allSatisfy(read -> assertThat(((Passages) read).items()).hasSize(32));
    }
    assertThat(Duration.between(start, Instant.now())).isLessThan(patience());
  }

  @Test
  void aStoreOfAnotherFormatIsRefused() {
    MemoryStore store = write(history("The badge of Tesen is QX77."));
    MemoryStore other =
        new FolderStores(store.directory())
            .target("other")
            .write(
                new Description(
                    "rag",
                    "made",
                    Optional.empty(),
                    List.of(),
                    new TreeMap<>(),
                    0,
                    Optional.empty()),
                folder -> {});

    assertThatThrownBy(() -> items(other))
        .isInstanceOf(IncompatibleStoreException.class)
        .hasMessageContaining("rag");
  }
}
