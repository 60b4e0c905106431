package dev.carryover.migrations.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoredItem;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.MemoryReader.Memory;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.RepairMethod.Job;
import dev.carryover.core.spi.RepairMethod.Rung;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.migrations.parts.ScriptedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The new writer writes the raw history, as far as it is there. */
class RewriteTest {
  private static final History WHOLE =
      new History(
          "h",
          IntStream.range(0, 4)
              .mapToObj(i -> new Event("e" + i, Optional.empty(), "Ann", "the code is " + i))
              .toList());

  private final MemoryFormat format =
      Plugins.named(MemoryFormatProvider.class, "format", "notes").create(Settings.NONE);
  private final RepairMethod rewrite =
      RepairRoute.methods(format).stream()
          .filter(method -> method.name().equals("rewrite"))
          .findFirst()
          .orElseThrow();

  @TempDir private Path folder;

  @BeforeEach
  void everyoneIsThere() {
    ScriptedModel.reset();
  }

  private static Components writer() {
    return Components.NONE.withWriter(
        Plugins.named(WriterProvider.class, "kind", "scripted")
            .create(Settings.of(Map.of("model", "forwards")), ModelContext.of(1)));
  }

  private MemoryStore old() {
    return format.writer().write(WHOLE, writer(), 7, new StoreFolder(folder).target("old"));
  }

  private MemoryStore rewritten(MemoryStore old, Optional<History> history, Rung rung) {
    return rewrite.apply(
        Job.of(old, history, writer(), rung, 7), new StoreFolder(folder).target("new"));
  }

  @Test
  void itsBudgetsAreSharesOfTheWritersAllowance() {
    MemoryStore old = old();
    MemoryStore quarter = rewritten(old, Optional.of(WHOLE), rewrite.rungs().get(0));

    assertThat(rewrite.rungs()).extracting(Rung::percent).containsExactly(25, 50, 100);
    assertThat(old.manifest().description().settings()).containsEntry("writer-tokens", "65536");
    assertThat(quarter.manifest().description().settings()).containsEntry("writer-tokens", "16384");
  }

  @Test
  void itsStoreNamesTheOneThatItStandsFor() {
    MemoryStore old = old();

    assertThat(
            rewritten(old, Optional.of(WHOLE), Rung.percent(50))
                .manifest()
                .description()
                .ancestor())
        .contains(new Ancestor(old.manifest().sha256(), "rewrite 50 %"));
  }

  @Test
  void aHistoryOfWhichAPartIsGoneIsWrittenAsFarAsItGoes() {
    History rest = new History("h", WHOLE.events().subList(1, 3));
    MemoryStore store = rewritten(old(), Optional.of(rest), Rung.percent(100));

    try (Memory memory = format.reader().open(store, Components.NONE)) {
      assertThat(memory.items())
          .extracting(StoredItem::text)
          .isEqualTo(List.of("Ann: the code is 1", "Ann: the code is 2"));
    }
  }

  @Test
  void withoutTheRawHistoryItSaysWhatIsMissing() {
    MemoryStore old = old();

    assertThat(rewrite.needsHistory()).isTrue();
    assertThatThrownBy(() -> rewritten(old, Optional.empty(), Rung.percent(100)))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'rewrite' needs the raw history of 'h'");
  }
}
