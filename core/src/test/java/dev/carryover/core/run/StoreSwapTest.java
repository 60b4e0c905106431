package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies that take the place of what they were made from, in processes that die on the way. */
class StoreSwapTest {
  private static final String SHA = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder;
  private Path file = Path.of("");
  private Path notes = Path.of("");
  private Path kept = Path.of("");

  /** Swaps and dies after a step. */
  static final class Dying {
    private Dying() {}

    public static void main(String[] arguments) {
      StoreSwap.Step last = StoreSwap.Step.valueOf(arguments[2]);
      new StoreSwap(
              step -> {
                if (step == last) {
                  System.out.println(step);
                  Runtime.getRuntime().halt(137);
                }
              })
          .swap(Path.of(arguments[0]), Path.of(arguments[1]), SHA);
    }
  }

  @BeforeEach
  void prepare() throws IOException {
    file = Files.writeString(folder.resolve("store.jsonl"), "old");
    Files.writeString(folder.resolve("copy.jsonl"), "new");
    notes = Files.createDirectories(folder.resolve("notes"));
    Files.writeString(notes.resolve("h.md"), "old");
    Path copy = Files.createDirectories(folder.resolve("copy/deep"));
    Files.writeString(copy.resolve("h.md"), "new");
    kept = folder.resolve("store.jsonl.0123456789abcdef");
  }

  @ParameterizedTest
  @EnumSource(names = {"COPIED", "KEPT", "IN_PLACE"})
  void aFileIsTheOldOneOrTheNewOneWheneverTheProcessDies(StoreSwap.Step step) throws IOException {
    die(file, folder.resolve("copy.jsonl"), step);

    boolean done = step == StoreSwap.Step.IN_PLACE;
    assertThat(file).hasContent(done ? "new" : "old");
    if (!done) {
      new StoreSwap().swap(file, folder.resolve("copy.jsonl"), SHA);
    }
    assertThat(file).hasContent("new");
    assertThat(kept).hasContent("old");
    assertThat(folder.resolve("copy.jsonl")).hasContent("new");
  }

  @ParameterizedTest
  @EnumSource(names = {"NOTED", "MOVED_AWAY", "IN_PLACE"})
  void aFolderIsBroughtToItsPlaceByTheNextStart(StoreSwap.Step step) throws IOException {
    die(notes, folder.resolve("copy"), step);

    new StoreSwap().finish(notes);
    new StoreSwap().finish(notes);

    assertThat(notes.resolve("deep/h.md")).hasContent("new");
    assertThat(folder.resolve("notes.0123456789abcdef/h.md")).hasContent("old");
    assertThat(folder.resolve(".notes.swap")).doesNotExist();
    assertThat(folder.resolve(".notes.swap-new")).doesNotExist();
  }

  @Test
  void aFolderThatWasOnlyCopiedIsStillTheOldOneAndIsSwappedAgain() throws IOException {
    die(notes, folder.resolve("copy"), StoreSwap.Step.COPIED);

    new StoreSwap().finish(notes);
    assertThat(notes.resolve("h.md")).hasContent("old");
    new StoreSwap().swap(notes, folder.resolve("copy"), SHA);

    assertThat(notes.resolve("deep/h.md")).hasContent("new");
    assertThat(notes.resolve("h.md")).doesNotExist();
  }

  @Test
  void whatLiesWhereTheOldOneIsToBeKeptIsNotOverwritten() throws IOException {
    Files.writeString(kept, "precious");

    assertThatThrownBy(() -> new StoreSwap().swap(file, folder.resolve("copy.jsonl"), SHA))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("is there and is another one");
    assertThat(kept).hasContent("precious");
    assertThat(file).hasContent("old");
  }

  private static void die(Path place, Path copy, StoreSwap.Step step) throws IOException {
    try (ChildJvm child =
        ChildJvm.start(Dying.class, place.toString(), copy.toString(), step.name())) {
      assertThat(child.lines()).containsExactly(step.name());
    }
  }
}
