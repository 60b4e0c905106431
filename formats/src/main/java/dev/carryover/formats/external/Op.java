package dev.carryover.formats.external;

import java.util.Locale;

/** What a memory can be asked to do. */
enum Op {
  HELLO,
  WRITE,
  OPEN,
  READ,
  ITEMS,
  CLOSE;

  /** As it stands in a request. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
