package dev.carryover.models.transformer.role;

import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.gguf.GgufModel;
import java.nio.file.Path;
import java.util.Optional;

/** One GGUF file. */
record GgufFiles(Path file) implements ModelFiles {
  @Override
  public String name() {
    return file.getFileName().toString();
  }

  @Override
  public Transformer load(Hardware hardware) {
    return GgufModel.load(name(), file, hardware);
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
