package dev.carryover.models.transformer.role;

import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.Transformer;
import java.util.Optional;

/** A model's files on this machine. */
interface ModelFiles {
  /** What the model is called. */
  String name();

  /**
   * Loads it.
   *
   * @throws dev.carryover.core.spi.SourceException if a file is damaged or of an unknown kind
   */
  Transformer load(Hardware hardware);

  /** Its template for conversations in Jinja's language, where it has one. */
  Optional<String> chatTemplate();

  /** The text of the token that begins a text, where the files name one. */
  Optional<String> beginToken();
}
