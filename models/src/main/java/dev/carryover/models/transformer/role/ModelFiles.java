package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.prompted.PromptedRoles;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A model's files on this machine, and how it is used.
 *
 * @param path a Hugging Face folder
 * @param hardware that it computes on
 * @param layout of its prompts
 */
record ModelFiles(Path path, Hardware hardware, Layout layout) {
  /** The settings of both roles. */
  static final List<Parameter> PARAMETERS =
      Stream.concat(
              Stream.of(
                  new Parameter("path", "", "a folder as Hugging Face lays it out"),
                  new Parameter("device", "cpu", "cpu or gpu"),
                  new Parameter(
                      "use", "chat where it has a template for it", "chat or completion")),
              PromptedRoles.PARAMETERS.stream())
          .toList();

  /** Where a model's template for conversations stands. */
  private static final List<String> TEMPLATES =
      List.of("chat_template.jinja", "tokenizer_config.json");

  private static final String CHAT_ML_MARK = "<|im_start|>";

  /**
   * Reads the settings.
   *
   * @throws SettingException if one cannot be used
   */
  static ModelFiles of(Settings settings) {
    settings.onlyKnown(PARAMETERS);
    Path path = path(settings.text("path").orElse("").strip());
    boolean chats = speaksChatMl(path);
    String use =
        settings.choice("use", chats ? "chat" : "completion", List.of("chat", "completion"));
    if (use.equals("chat") && !chats) {
      throw new SettingException(
          "use",
          "'" + path + "' has no template for conversations that is known here",
          "set use: completion; known is ChatML");
    }
    return new ModelFiles(
        path,
        Hardware.named(settings.text("device").orElse("cpu")),
        use.equals("chat") ? Layout.CHAT_ML : Layout.PLAIN);
  }

  private static Path path(String text) {
    try {
      Path path = Path.of(text);
      if (!text.isEmpty() && Files.isDirectory(path)) {
        return path;
      }
    } catch (InvalidPathException e) {
      // reported below, like a path where nothing is
    }
    throw new SettingException(
        "path",
        "'path' is '" + text + "', and there is no folder",
        "give the folder of a model, with config.json, model.safetensors and tokenizer.json");
  }

  private static boolean speaksChatMl(Path folder) {
    try {
      for (String name : TEMPLATES) {
        Path file = folder.resolve(name);
        if (Files.exists(file)
            && Files.readString(file, StandardCharsets.UTF_8).contains(CHAT_ML_MARK)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new SourceException(folder + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The folder's own name. */
  String name() {
    return path.toAbsolutePath().normalize().getFileName().toString().toLowerCase(Locale.ROOT);
  }

  /** Which prompts are written for it. */
  Use use() {
    return layout.use();
  }

  /** Loads the model. */
  Transformer load() {
    return HuggingFaceFolder.load(name(), path, hardware);
  }
}
