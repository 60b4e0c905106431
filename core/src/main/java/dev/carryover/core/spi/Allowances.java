package dev.carryover.core.spi;

/**
 * The resources that all writers and all readers of a run share alike (spec 1.2), so that no format
 * or model wins by being given more.
 *
 * @param writerTokens output tokens that a writer may take for one history
 * @param readerBytes bytes of passages, in UTF-8, that a reader is shown for one question
 */
public record Allowances(int writerTokens, int readerBytes) {
  /** What holds where nobody says otherwise. */
  public static final Allowances DEFAULT = new Allowances(65_536, 524_288);

  public Allowances {
    if (writerTokens < 1 || readerBytes < 1) {
      throw new IllegalArgumentException(
          "allowances of %d tokens and %d bytes".formatted(writerTokens, readerBytes));
    }
  }
}
