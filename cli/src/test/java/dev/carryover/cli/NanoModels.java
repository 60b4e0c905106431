package dev.carryover.cli;

/** The trained nano models among the resources. */
final class NanoModels {
  private NanoModels() {}

  /** Whether their weights are on the class path. */
  static boolean areShipped() {
    return NanoModels.class.getResource("/dev/carryover/models/nano/nano-2/model.safetensors")
        != null;
  }
}
