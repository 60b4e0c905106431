package dev.carryover.models.transformer.role;

import ai.djl.ndarray.NDManager;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Tokens;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.gguf.GgufModel;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** One GGUF file. */
record GgufFiles(Path file) implements ModelFiles {
  private static final String TOKENIZER = "tokenizer.json";
  private static final String ENDS = "generation_config.json";

  @Override
  public String name() {
    return file.getFileName().toString();
  }

  @Override
  public Transformer load(Hardware hardware) {
    try (GgufModel model = GgufModel.open(file)) {
      NDManager manager = hardware.newManager();
      try {
        return new Transformer(
            name(), manager, model.geometry(), model.weights(manager), tokens(model));
      } catch (IllegalArgumentException e) {
        manager.close();
        throw new SourceException(file + ": " + e.getMessage(), e);
      } catch (RuntimeException e) {
        manager.close();
        throw e;
      }
    }
  }

  private Tokens tokens(GgufModel model) {
    try {
      Path folder = Files.createTempDirectory("carryover-tokenizer");
      try {
        Files.writeString(folder.resolve(TOKENIZER), model.tokenizerJson());
        Files.writeString(
            folder.resolve(ENDS),
            new ObjectMapper().writeValueAsString(Map.of("eos_token_id", model.stopTokens())));
        return HuggingFaceFolder.tokens(folder);
      } finally {
        Files.deleteIfExists(folder.resolve(TOKENIZER));
        Files.deleteIfExists(folder.resolve(ENDS));
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new SourceException(
          "the tokenizer of %s cannot be unpacked: %s; it needs a folder for temporary files with room"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  @Override
  public Optional<String> chatTemplate() {
    try (GgufModel model = GgufModel.open(file)) {
      return model.chatTemplate();
    }
  }

  @Override
  public Optional<String> beginToken() {
    try (GgufModel model = GgufModel.open(file)) {
      return model.beginToken();
    }
  }
}
