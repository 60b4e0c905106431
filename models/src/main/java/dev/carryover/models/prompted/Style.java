package dev.carryover.models.prompted;

import java.util.Locale;

/** How a prompt is written. */
enum Style {
  /** An instruction, and a turn with the material. */
  CHAT,
  /** One text that the model goes on with. */
  COMPLETION;

  /** The word in settings and in the names of files. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
