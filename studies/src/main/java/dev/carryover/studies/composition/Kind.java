package dev.carryover.studies.composition;

/** What is put together. */
enum Kind {
  /** Trained on its own source alone. */
  CARTRIDGE("cartridge"),
  /** The cache of one source, read alone. */
  CACHE("cache"),
  /** A share of the training is about few other sources. */
  FEW("covisible-few"),
  /** The same share is about all other sources of the group. */
  MANY("covisible-many");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  /** The name in arms and settings. */
  String label() {
    return label;
  }

  /** Whether it is trained about other sources too. */
  boolean covisible() {
    return this == FEW || this == MANY;
  }

  /** The arm of a source's own memory alone. */
  String own() {
    return label + ", own";
  }

  /** The arm of so many memories put together. */
  String together(int size, Assembly assembly) {
    return label + ", " + size + " " + assembly.label();
  }
}
