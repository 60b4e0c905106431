package dev.carryover.formats.external;

import dev.carryover.core.spi.MemoryFormat;
import dev.carryover.core.spi.MemoryFormatProvider;
import dev.carryover.core.spi.Settings;
import java.util.List;

/** Makes {@code external}: a memory in whatever language, behind a command or an endpoint. */
public final class ExternalProvider implements MemoryFormatProvider {
  static final String NAME = "external";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "your own memory, behind a command or an HTTP endpoint";
  }

  @Override
  public List<Parameter> parameters() {
    return ExternalSettings.PARAMETERS;
  }

  @Override
  public MemoryFormat create(Settings settings) {
    return new ExternalFormat(ExternalSettings.from(settings.onlyKnown(parameters())));
  }
}
