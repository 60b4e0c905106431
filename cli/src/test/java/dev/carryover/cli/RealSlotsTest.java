package dev.carryover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carryover.cli.local.LocalModel;
import dev.carryover.cli.local.ModelFolder;
import dev.carryover.cli.local.ModelServer;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.run.HomeFolder;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.spi.StatefulModel.Kept;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The slots of a real llama.cpp server. The models come from {@code carryover models pull}; where
 * they were not pulled, nothing is tested.
 */
@Tag("real-model")
class RealSlotsTest {
  private static final LocalModel SMALL = LocalModel.named("smollm2-135m");
  private static final LocalModel OTHER = LocalModel.named("gemma3-270m");
  private static final ModelFolder PULLED = new ModelFolder(HomeFolder.models());

  /** Of a quantisation block; shuffled as wholes, scales stay scales. */
  private static final int BLOCK = 20;

  private static final int SHUFFLED = 200_000;
  private static final long WHERE = 60_000_000;

  private static final List<String> PASSAGES =
      List.of(
          "Mira Holt has badge code B4821K.",
          "The garden was watered on Tuesday.",
          "Odo Renner was given badge code T7719Q.",
          "Sila Baum asked for a new chair.",
          "Ivo Lund's badge code is M3005X.",
          "The badge code of Ana Petri is W6642D.");
  private static final List<Question> QUESTIONS =
      List.of(
          new Question("What is the badge code of Mira Holt?"),
          new Question("What is the badge code of Odo Renner?"),
          new Question("What is the badge code of Ivo Lund?"),
          new Question("What is the badge code of Ana Petri?"));

  @TempDir private Path folder;
  private Path slots = Path.of("");
  private Path kept = Path.of("");

  @BeforeEach
  void theModelWasPulled() throws IOException {
    assumeTrue(PULLED.has(SMALL), "'./carryover models pull " + SMALL.name() + "' was not done");
    slots = Files.createDirectory(folder.resolve("slots"));
    kept = Files.createDirectory(folder.resolve("kept"));
  }

  private ModelServer serve(ModelFolder models, LocalModel model) {
    return ModelServer.start(
        models, model, new ModelServer.Settings(0, 2048, 2, OptionalInt.of(1), Optional.of(slots)));
  }

  private ReaderModel reader(ModelServer server, LocalModel model) {
    return Plugins.named(ReaderProvider.class, "model of kind", "openai")
        .create(
            Settings.of(
                Map.of(
                    "url", server.address() + "/v1",
                    "model", model.name(),
                    "use", "completion",
                    "constrain", "grammar",
                    "form", "code",
                    "answer_tokens", "24",
                    "slots", "true",
                    "slot_folder", slots.toString())),
            ModelContext.of(2));
  }

  @Test
  void aCacheOutlivesItsServerAndAnswersLikeTheTextThatItStandsFor() {
    Kept saved;
    List<String> fromText = new ArrayList<>();
    try (ModelServer server = serve(PULLED, SMALL);
        ReaderModel reader = reader(server, SMALL)) {
      assertThat(reader.preflight()).isEmpty();
      saved = reader.state().orElseThrow().prefill(PASSAGES, kept);
      QUESTIONS.forEach(question -> fromText.add(reader.answer(question, PASSAGES).text()));
    }
    assertThat(fromText).contains("M3005X");

    try (ModelServer server = serve(PULLED, SMALL);
        ReaderModel reader = reader(server, SMALL);
        OpenState state = reader.state().orElseThrow().open(kept, Foreign.REFUSE)) {
      for (int i = 0; i < QUESTIONS.size(); i++) {
        Reply reply = state.answer(QUESTIONS.get(i));
        assertThat(reply.text()).isEqualTo(fromText.get(i));
        assertThat(reply.usage().tokensIn()).isLessThan(saved.positions() / 4).isPositive();
      }
      float[] first = state.firstToken(QUESTIONS.get(0));
      assertThat(first).hasSize(49_152);
      double sum = IntStream.range(0, first.length).mapToDouble(i -> Math.exp(first[i])).sum();
      assertThat(sum).isCloseTo(1, within(1e-2));
    }
  }

  @Test
  void shuffledWeightsOfTheSameShapeAreCaughtAndTheirNonsenseCanBeMeasured() throws IOException {
    List<String> own = new ArrayList<>();
    try (ModelServer server = serve(PULLED, SMALL);
        ReaderModel reader = reader(server, SMALL)) {
      StatefulModel model = reader.state().orElseThrow();
      model.prefill(PASSAGES, kept);
      try (OpenState state = model.open(kept, Foreign.REFUSE)) {
        QUESTIONS.forEach(question -> own.add(state.answer(question).text()));
      }
    }
    Path root = Files.createDirectory(folder.resolve("models"));
    Path python = Files.createSymbolicLink(root.resolve("python"), pythonOfThePulled());
    LocalModel shuffled = shuffled(root);

    try (ModelServer server = serve(new ModelFolder(root), shuffled);
        ReaderModel reader = reader(server, shuffled)) {
      StatefulModel model = reader.state().orElseThrow();
      assertThatThrownBy(() -> model.open(kept, Foreign.REFUSE))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining(SMALL.name());
      try (OpenState state = model.open(kept, Foreign.USE)) {
        List<String> foreign =
            QUESTIONS.stream().map(question -> state.answer(question).text()).toList();
        assertThat(foreign).isNotEqualTo(own);
      }
    } finally {
      Files.delete(python);
    }
  }

  @Test
  void anotherArchitectureRefusesTheFileAndKeepsItsOwn() {
    assumeTrue(PULLED.has(OTHER), "'./carryover models pull " + OTHER.name() + "' was not done");
    try (ModelServer server = serve(PULLED, SMALL);
        ReaderModel reader = reader(server, SMALL)) {
      reader.state().orElseThrow().prefill(PASSAGES, kept);
    }
    try (ModelServer server = serve(PULLED, OTHER);
        ReaderModel reader = reader(server, OTHER)) {
      StatefulModel model = reader.state().orElseThrow();
      assertThatThrownBy(() -> model.open(kept, Foreign.USE))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("another architecture's");

      Path other = folder.resolve("other");
      assertThat(other.toFile().mkdir()).isTrue();
      model.prefill(PASSAGES, other);
      try (OpenState state = model.open(other, Foreign.REFUSE)) {
        assertThat(state.answer(QUESTIONS.get(0)).text()).isEqualTo("B4821K");
      }
    }
  }

  private static Path pythonOfThePulled() {
    return PULLED.file(SMALL).toAbsolutePath().getParent().resolveSibling("python");
  }

  /** The small model with a part of its weights in another order, under its own name. */
  private static LocalModel shuffled(Path root) throws IOException {
    Path pulled = PULLED.file(SMALL);
    Path file = new ModelFolder(root).file(SMALL);
    Files.createDirectories(file.getParent());
    Files.copy(pulled, file);
    try (RandomAccessFile weights = new RandomAccessFile(file.toFile(), "rw")) {
      byte[] part = new byte[SHUFFLED];
      weights.seek(WHERE);
      weights.readFully(part);
      List<Integer> order = new ArrayList<>(IntStream.range(0, SHUFFLED / BLOCK).boxed().toList());
      Collections.shuffle(order, new Random(7));
      weights.seek(WHERE);
      for (int block : order) {
        weights.write(part, block * BLOCK, BLOCK);
      }
    }
    return new LocalModel(
        SMALL.name(),
        SMALL.about(),
        SMALL.licence(),
        SMALL.file(),
        SMALL.bytes(),
        sha256(file),
        SMALL.packages());
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
