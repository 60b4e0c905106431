package dev.carryover.studies.portability;

import dev.carryover.studies.swap.Formats;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What the paper found (arXiv 2609.05339v1, tables T2 to T6): Llama-3.1-8B-Instruct and
 * Qwen2.5-7B-Instruct-1M, bge-large-en v1.0 and v1.5, 48 histories. To be read beside ours, never
 * to be compared.
 */
final class PaperFigures {
  private PaperFigures() {}

  /**
   * A planned test (T2).
   *
   * @param points the estimate
   * @param holm p after Holm's correction
   * @param lowest lower bound of its bootstrap, at a level that is not stated
   * @param equivalence p of its unplanned follow-up within 5 points
   */
  record Test(
      String name,
      double points,
      double holm,
      boolean supported,
      OptionalDouble lowest,
      OptionalDouble equivalence) {}

  static final List<Test> TESTS =
      List.of(
          new Test("H1", -1.47, 1, false, OptionalDouble.empty(), OptionalDouble.of(.035)),
          new Test("H2", 6.95, 1.3e-6, true, OptionalDouble.of(5.8), OptionalDouble.empty()),
          new Test("H4a", -1.51, 1, false, OptionalDouble.empty(), OptionalDouble.of(.037)),
          new Test("H7a", 8.90, 3.9e-7, true, OptionalDouble.of(7.9), OptionalDouble.empty()));

  /**
   * A format under a reader (T3).
   *
   * @param inherited absent where no model writes
   */
  record Accuracy(String format, String reader, double own, OptionalDouble inherited) {}

  /** In the order of the paper, both readers of a format together. */
  static final List<Accuracy> ACCURACIES =
      List.of(
          new Accuracy(Formats.NOTES, "Llama", .3762, OptionalDouble.of(.4753)),
          new Accuracy(Formats.NOTES, "Qwen", .4719, OptionalDouble.of(.3391)),
          new Accuracy(Formats.CLAIMS, "Llama", .8456, OptionalDouble.of(.8445)),
          new Accuracy(Formats.CLAIMS, "Qwen", .9878, OptionalDouble.of(.9880)),
          new Accuracy(Formats.TRANSCRIPT, "Llama", .7121, OptionalDouble.empty()),
          new Accuracy(Formats.TRANSCRIPT, "Qwen", .9109, OptionalDouble.empty()),
          new Accuracy(Formats.RAG, "Llama", .5346, OptionalDouble.empty()),
          new Accuracy(Formats.RAG, "Qwen", .5647, OptionalDouble.empty()));

  /** An index after the embedder was replaced (T4). */
  record Index(String treatment, double accuracy, double recall, double mrr) {}

  static final List<Index> INDEXES =
      List.of(
          new Index("before", .4257, .4846, .3237),
          new Index("own", .5447, .5998, .4068),
          new Index("mixed-50", .4753, .5208, .3643),
          new Index("ideal-router", .5960, .6505, .4390));

  /** Where a format loses (T6), as shares of 1. */
  record Loss(String format, double total, double retrieval, double construction, double reading) {}

  static final List<Loss> LOSSES =
      List.of(
          new Loss(Formats.NOTES, .584, .036, .467, .081),
          new Loss(Formats.RAG, .450, .364, .005, .081));

  /** What a style rewrite wins: Qwen on Llama's notes, and Llama on Qwen's. */
  static final double STYLE_THERE = -.012;

  static final double STYLE_BACK = -.042;

  /** The share of Qwen's notes that Llama rewrote, and of its rewrites that lost an identifier. */
  static final double STYLE_REACH = .42;

  static final double STYLE_DROPPED = .46;

  /** Calibration: histories, the standard deviation of a loss in points, and what came of it. */
  static final int CALIBRATION = 12;

  static final double STANDARD_DEVIATION = 12.1;
  static final int HISTORIES = 48;
}
