package dev.carryover.models.transformer.role;

import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.prompted.PromptedRoles;
import dev.carryover.models.prompted.Sha256;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.chat.ChatTemplate;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which model in files is used, and how.
 *
 * @param files of the model
 * @param hardware that it computes on
 * @param use which prompts are written for it
 */
record LocalSettings(ModelFiles files, Hardware hardware, Use use) {
  /** The settings of both roles. */
  static final List<Parameter> PARAMETERS =
      Stream.concat(
              Stream.of(
                  new Parameter("path", "", "a folder as Hugging Face lays it out, or a GGUF file"),
                  new Parameter("device", "cpu", "cpu or gpu"),
                  new Parameter(
                      "use", "chat where the model has a template for it", "chat or completion")),
              PromptedRoles.PARAMETERS.stream())
          .toList();

  /** The settings of a reader. */
  static final List<Parameter> READER_PARAMETERS =
      Stream.concat(
              PARAMETERS.stream(),
              Stream.of(
                  new Parameter(
                      "tokasaurus",
                      "",
                      "address of a Tokasaurus server of the same model, which then answers after"
                          + " cartridges"),
                  new Parameter(
                      "tokasaurus_cartridges",
                      "",
                      "the folder 'cartridges' beside which that server was started"),
                  new Parameter("tokasaurus_endpoint", "custom", "custom or v1")))
          .toList();

  /**
   * Reads the settings.
   *
   * @throws SettingException if one cannot be used
   */
  static LocalSettings of(Settings settings) {
    ModelFiles files = files(settings.text("path").orElse("").strip());
    boolean converses = files.chatTemplate().isPresent();
    String use =
        settings.choice("use", converses ? "chat" : "completion", List.of("chat", "completion"));
    if (use.equals("chat") && !converses) {
      throw new SettingException(
          "use",
          "'" + files.name() + "' has no template for conversations",
          "set use: completion, or take the instruction-tuned model");
    }
    return new LocalSettings(
        files,
        Hardware.named(settings.text("device").orElse("cpu")),
        use.equals("chat") ? Use.CHAT : Use.COMPLETION);
  }

  private static ModelFiles files(String text) {
    try {
      Path path = Path.of(text);
      if (!text.isEmpty() && Files.isDirectory(path)) {
        return new HuggingFaceFiles(path);
      }
      if (Files.isRegularFile(path) && text.endsWith(".gguf")) {
        return new GgufFiles(path);
      }
    } catch (InvalidPathException e) {
      // reported below, like a path where nothing is
    }
    throw new SettingException(
        "path",
        "'path' is '" + text + "', and there is no model",
        "give a folder with config.json, model.safetensors and tokenizer.json, or a .gguf file");
  }

  /** Loads the model. */
  Transformer load() {
    return files.load(hardware);
  }

  /** How prompts are laid out for the model once it is loaded. */
  Layout layout(Transformer model) {
    if (use == Use.COMPLETION) {
      return Layout.PLAIN;
    }
    String template = files.chatTemplate().orElseThrow();
    // what the tokenizer puts in front itself is not to stand there twice
    String begin = model.tokens().beginning().isPresent() ? "" : files.beginToken().orElse("");
    return new ChatLayout(
        ChatTemplate.of(files.name(), template, Map.of("bos_token", begin)),
        "chat template " + Sha256.of(template));
  }
}
