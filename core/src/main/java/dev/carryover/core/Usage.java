package dev.carryover.core;

/**
 * What a call took.
 *
 * @param tokensIn tokens read, 0 where no model counts them
 * @param tokensOut tokens written
 */
public record Usage(long tokensIn, long tokensOut) {
  /** Nothing counted. */
  public static final Usage NONE = new Usage(0, 0);

  /** Both together. */
  public Usage plus(Usage other) {
    return new Usage(tokensIn + other.tokensIn, tokensOut + other.tokensOut);
  }

  public Usage {
    if (tokensIn < 0 || tokensOut < 0) {
      throw new IllegalArgumentException("negative token count: " + tokensIn + ", " + tokensOut);
    }
  }
}
