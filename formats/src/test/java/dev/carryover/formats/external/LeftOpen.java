package dev.carryover.formats.external;

import dev.carryover.core.spi.Settings;
import java.util.Map;

/** A program that starts a memory and ends without closing it. */
final class LeftOpen {
  private LeftOpen() {}

  public static void main(String[] args) {
    new ExternalProvider().create(Settings.of(Map.of("command", args[0]))).settings();
  }
}
