package dev.carryover.models.nano;

/** The nano models that are shipped. */
enum NanoName {
  /** The first one. */
  NANO_1("nano-1", "a transformer of 3.5 MB that reads the language of synthetic:nano"),
  /** The first one, trained on: the same shapes and tokenizer, other weights. */
  NANO_1_TUNED("nano-1-tuned", "nano-1 trained on for a while: same shapes, other weights"),
  /** Of another shape and tokenizer. */
  NANO_2("nano-2", "like nano-1, of another shape and tokenizer");

  private final String stableName;
  private final String words;

  NanoName(String stableName, String words) {
    this.stableName = stableName;
    this.words = words;
  }

  /** As a configuration names it, and its folder among the resources. */
  String stableName() {
    return stableName;
  }

  /** What it is, in a few words. */
  String words() {
    return words;
  }
}
