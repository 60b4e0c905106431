package dev.carryover.studies.frame;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.report.Findings;
import java.util.List;
import java.util.Objects;

/** An experiment that asks memories the same items and compares them item by item. */
public interface Study {
  /** Its stable name. */
  String name();

  /** One line for a person who chooses. */
  String description();

  /** The settings that it takes, each with a default. */
  List<Parameter> parameters();

  /**
   * Plans every step, opens the model, and asks nothing yet. Equal requests give equal plans.
   *
   * @throws SettingException if a setting or the model cannot be used
   */
  Work plan(Request request);

  /**
   * What the answers say, from them alone.
   *
   * @param settings as resolved, with the facts of the work
   */
  Findings analyse(Settings settings, Answers answers);

  /**
   * What is asked for.
   *
   * @param model name of a built-in model, or the folder of one
   * @param seed of every random choice
   * @param settings resolved: every parameter has a value
   */
  record Request(String model, long seed, Settings settings) {
    public Request {
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(settings, "settings");
    }
  }
}
