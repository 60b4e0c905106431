package dev.carryover.formats.notes;

import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/**
 * Makes {@code notes}: markdown that the writer makes of the history under a limit of bytes.
 * Settings: {@code cap}, {@code segment}.
 */
public final class NotesProvider implements MemoryFormatProvider {
  static final String NAME = "notes";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "notes that a model writes under a limit of bytes; the reader is given all that fit";
  }

  @Override
  public List<Parameter> parameters() {
    return NotesSettings.PARAMETERS;
  }

  @Override
  public MemoryFormat create(Settings settings) {
    return new NotesFormat(NotesSettings.from(settings.onlyKnown(parameters())));
  }
}
