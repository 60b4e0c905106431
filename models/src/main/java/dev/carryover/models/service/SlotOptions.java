package dev.carryover.models.service;

import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Optional;

/**
 * How the slots of a llama.cpp server are used.
 *
 * @param constraint how the answer's form is held
 * @param folder of the server's files, where it can be read from here
 * @param budget is charged with what is read and written
 */
record SlotOptions(Constraint constraint, Optional<SlotFolder> folder, CallBudget budget) {
  private static final String KEY = "slots";

  /** The settings of slots. */
  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              KEY,
              "false",
              "whether saved caches are kept by this server, which must be llama.cpp's with --slot-save-path"),
          new Parameter(
              SlotFolder.KEY,
              "",
              "the server's --slot-save-path, where it can be read from here: files are then verified"));

  /**
   * Reads the settings; empty where slots are not used.
   *
   * @throws SettingException if they are, and a setting forbids it
   */
  static Optional<SlotOptions> read(Settings settings, ModelOptions model, CallBudget budget) {
    if (!settings.flag(KEY, false)) {
      return Optional.empty();
    }
    if (model.use() == Use.CHAT) {
      throw new SettingException(
          KEY,
          "'slots' is 'true' and 'use' is 'chat', where the server lays out the prompt",
          "set 'use: completion'");
    }
    if (model.constraint() == Constraint.STRUCTURED_OUTPUTS) {
      throw new SettingException(
          KEY,
          "'slots' is 'true' and 'constrain' is 'structured_outputs', which llama.cpp has not",
          "set 'constrain: grammar'");
    }
    return Optional.of(new SlotOptions(model.constraint(), SlotFolder.in(settings), budget));
  }
}
