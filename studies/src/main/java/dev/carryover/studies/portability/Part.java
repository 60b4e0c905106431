package dev.carryover.studies.portability;

/** A run that the study is composed of, in a folder of its own. */
enum Part {
  /**
   * Histories that no result rests on: can the instrument be believed, and how wide do they spread?
   */
  CALIBRATION("calibration"),
  /** E1, the language model is replaced; with the reads that E4 breaks losses down by. */
  MODEL_SWAP("e1-model-swap"),
  /** E3, the embedder is replaced, and the old model reads. */
  OLD_READER("e3-old-reader"),
  /** E3, the embedder is replaced, and the new model reads. */
  NEW_READER("e3-new-reader"),
  /** E6, notes are repaired with and without the raw history. */
  REPAIRS("e6-repairs");

  private final String folder;

  Part(String folder) {
    this.folder = folder;
  }

  /** Its folder under the study's, and the name of its run. */
  String folder() {
    return folder;
  }
}
