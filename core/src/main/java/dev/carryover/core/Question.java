package dev.carryover.core;

/**
 * All that a read path may know of a probe.
 *
 * @param text the question as asked, never blank
 */
public record Question(String text) {
  public Question {
    Texts.requireNotBlank("question", text);
  }
}
