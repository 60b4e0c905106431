package dev.carryover.models.nano;

import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import dev.carryover.models.transformer.state.LocalStates;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A nano model with its grammar.
 *
 * @param model with its prompt; for the owner of this to close
 * @param grammar what its words are
 */
record NanoModel(PromptedTransformer model, NanoGrammar grammar) {
  private static final List<String> FILES =
      List.of("config.json", "model.safetensors", "tokenizer.json", NanoGrammar.FILE);

  /** Found by trial: at a fifth of it a cartridge learns less in as many steps. */
  private static final double STUDY_RATE = 0.1;

  /** About fourteen conversations: more of them in a step take longer and teach no more. */
  private static final int STUDY_TOKENS = 128;

  /** One of the models that are shipped, by its name. */
  static NanoModel shipped(String name) {
    try {
      Path folder = Files.createTempDirectory("carryover-" + name);
      try {
        for (String file : FILES) {
          unpack(name, file, folder.resolve(file));
        }
        return in(name, folder);
      } finally {
        for (String file : FILES) {
          Files.deleteIfExists(folder.resolve(file));
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new SourceException(
          "the model '%s' cannot be unpacked: %s; it needs a folder for temporary files with room"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  /** The model in a folder. */
  static NanoModel in(String name, Path folder) {
    NanoGrammar grammar = grammar(folder.resolve(NanoGrammar.FILE));
    Transformer transformer = HuggingFaceFolder.load(name, folder, Hardware.CPU);
    return new NanoModel(new PromptedTransformer(transformer, new NanoPrompt()), grammar);
  }

  private static NanoGrammar grammar(Path file) {
    try {
      return NanoGrammar.parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (IOException | IllegalArgumentException e) {
      throw new SourceException(
          "%s is no grammar of a nano model: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static void unpack(String name, String file, Path to) throws IOException {
    try (InputStream in = NanoModel.class.getResourceAsStream(name + "/" + file)) {
      if (in == null) {
        throw new IllegalStateException("the model '" + name + "' is missing from the build");
      }
      Files.copy(in, to);
    }
  }

  /** Its states. */
  LocalStates states() {
    return new LocalStates(
        model,
        Optional.of(new CartridgeTrainer(new GrammarInquirer(grammar), STUDY_RATE, STUDY_TOKENS)));
  }
}
