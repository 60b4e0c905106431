package dev.carryover.migrations.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.carryover.core.Answer;
import dev.carryover.core.Cell;
import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.History;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.carryover.migrations.file.MigrationFileReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read beside an upgrade, to check the measure and to see its noise. */
class InstrumentTreatmentsTest {
  private static final String MODELS = "old: {model: a}\nnew: {model: b}\n";
  private static final String SERVICES =
      "services: {a: {kind: openai, model: a}, b: {kind: openai, model: b}}\n";

  @Test
  void theFirstTwelveHistoriesAreReadRawAndCorrupted() {
    Plan plan = plan(MODELS, "notes", 30, true, Extent.ALL);

    for (String name : List.of("corrupted-25", "corrupted-50", "corrupted-75")) {
      PlannedTreatment corrupted = plan.treatment("notes", Plan.OLD_TO_NEW, name).orElseThrow();
      assertThat(plan.histories(corrupted)).isEqualTo(plan.histories().subList(0, 12));
      assertThat(corrupted.cell().map(Cell::treatment)).contains(name);
      assertThat(corrupted.cell().map(Cell::reader)).contains("a");
    }
    PlannedTreatment raw = raw(plan).orElseThrow();
    assertThat(plan.histories(raw)).hasSize(12);
    assertThat(raw.cell().map(Cell::writer)).contains(Cell.NOBODY);
  }

  @ParameterizedTest
  @CsvSource({"3, 30, 3", "12, 5, 5", "1, 1, 1"})
  void asManyAsThereAreOrAreAskedFor(int asked, int histories, int read) {
    Plan plan = plan(MODELS + "instrument: " + asked + "\n", "notes", histories, true, Extent.ALL);

    assertThat(
            plan.histories(plan.treatment("notes", Plan.OLD_TO_NEW, "corrupted-25").orElseThrow()))
        .hasSize(read);
  }

  @Test
  void aDiagnosisReadsTheRawEvidenceOnce() {
    Plan plan = plan(MODELS, "notes", 30, true, Extent.DIAGNOSIS);

    assertThat(plan.treatments()).extracting(PlannedTreatment::id).doesNotHaveDuplicates();
    assertThat(plan.histories(raw(plan).orElseThrow())).as("of all histories").hasSize(30);
    assertThat(plan.treatment("notes", Plan.OLD_TO_NEW, "corrupted-50")).isPresent();
  }

  @Test
  void whatCannotBeCheckedIsNotRead() {
    assertThat(extras(plan(MODELS + "instrument: 0\n", "notes", 9, true, Extent.ALL))).isEmpty();
    assertThat(extras(plan(MODELS, "saved-cache", 9, true, Extent.ALL)))
        .as("the state of a model")
        .isEmpty();
    assertThat(extras(plan(MODELS, "notes", 9, true, Extent.BEFORE_ALONE))).isEmpty();
    assertThat(extras(plan(MODELS, "notes", 9, true, Extent.WITHOUT_OLD))).isEmpty();
    assertThat(
            extras(plan("old: {embedder: a}\nnew: {embedder: b}\n", "lc-raw", 9, true, Extent.ALL)))
        .as("rollout and reference are the same cells")
        .isEmpty();
    assertThat(raw(plan(MODELS, "notes", 9, false, Extent.ALL)))
        .as("no probe names evidence")
        .isEmpty();
  }

  @Test
  void everyPairThatAServicePlaysInIsAskedAgainLive() {
    Plan plan = plan(MODELS + SERVICES, "notes", 30, true, Extent.ALL);

    assertThat(again(plan))
        .extracting(PlannedTreatment::direction, PlannedTreatment::name)
        .containsExactly(
            tuple(Plan.OLD_TO_NEW, "again-before"),
            tuple(Plan.OLD_TO_NEW, "again-inherited"),
            tuple(Plan.OLD_TO_NEW, "again-own"),
            tuple(Plan.NEW_TO_OLD, "again-inherited"));
    assertThat(again(plan))
        .as("before and own of the way back are cells that are there already")
        .allSatisfy(t -> assertThat(plan.histories(t)).hasSize(4))
        .allSatisfy(
            t -> assertThat(t.cell().orElseThrow().repeat()).isEqualTo(LanguageModel.LIVE_REPEAT));
  }

  @Test
  void theHistoriesAreDrawnWithTheSeed() {
    List<PlannedTreatment> seven = again(plan(MODELS + SERVICES, "notes", 30, true, Extent.ALL));
    Plan plan = plan(MODELS + SERVICES, "notes", 30, true, Extent.ALL);
    Plan eight = plan(MODELS + SERVICES + "seed: 8\n", "notes", 30, true, Extent.ALL);

    assertThat(again(plan)).isEqualTo(seven);
    Set<String> drawn = drawn(plan);
    assertThat(drawn).hasSizeGreaterThan(4).isNotEqualTo(drawn(eight));
    assertThat(plan.histories(seven.get(0))).as("in the plan's order").isSorted();
  }

  @Test
  void onlyWhatIsLiveIsAskedAgain() {
    assertThat(again(plan(MODELS, "notes", 30, true, Extent.ALL))).as("built in").isEmpty();
    assertThat(again(plan(MODELS + SERVICES + "noise: 0\n", "notes", 30, true, Extent.ALL)))
        .isEmpty();
    Plan one =
        plan(
            MODELS + "services: {b: {kind: openai, model: b}}\nnoise: 6\n",
            "notes",
            30,
            true,
            Extent.ALL);
    assertThat(again(one))
        .allSatisfy(t -> assertThat(t.cell().map(Cell::reader)).contains("b"))
        .allSatisfy(t -> assertThat(one.histories(t)).hasSize(3))
        .hasSize(2);
  }

  private static Set<String> drawn(Plan plan) {
    Set<String> drawn = new TreeSet<>();
    again(plan).forEach(t -> drawn.addAll(plan.histories(t)));
    return drawn;
  }

  private static List<PlannedTreatment> again(Plan plan) {
    return plan.treatments().stream().filter(t -> Treatments.isAgain(t.name())).toList();
  }

  private static List<PlannedTreatment> extras(Plan plan) {
    return plan.treatments().stream()
        .filter(t -> Treatments.isCorrupted(t.name()) || t.evidence() == EvidenceMode.RAW_EVIDENCE)
        .toList();
  }

  private static Optional<PlannedTreatment> raw(Plan plan) {
    return plan.treatment("notes", Plan.OLD_TO_NEW, "before", EvidenceMode.RAW_EVIDENCE);
  }

  private static Plan plan(
      String more, String format, int histories, boolean evidence, Extent extent) {
    String yaml = "name: up\nhistories: synthetic:nano\nformats: [" + format + "]\n" + more;
    MemoryFormat memory =
        Plugins.named(MemoryFormatProvider.class, "format", format).create(Settings.NONE);
    return Planner.plan(
        MigrationFileReader.read("up.yaml", yaml.getBytes(StandardCharsets.UTF_8), Map.of()),
        IntStream.range(0, histories).mapToObj(h -> history(h, evidence)).toList(),
        List.of(memory),
        false,
        extent);
  }

  private static ProbedHistory history(int place, boolean evidence) {
    Event event = new Event("e0", Optional.empty(), "Ann", "text");
    return new ProbedHistory(
        new History("h%02d".formatted(place), List.of(event)),
        List.of(
            new Probe(
                "p",
                "f",
                new Question("?"),
                Optional.of(new Answer.Code("A11A")),
                evidence ? List.of(Evidence.of("e0")) : List.of())));
  }
}
