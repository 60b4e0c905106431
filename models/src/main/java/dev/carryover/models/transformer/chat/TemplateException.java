package dev.carryover.models.transformer.chat;

/** A template cannot be parsed or followed; the caller adds whose it is. */
final class TemplateException extends RuntimeException {
  private final boolean located;

  TemplateException(String message) {
    this(message, false);
  }

  private TemplateException(String message, boolean located) {
    super(message);
    this.located = located;
  }

  /** The same with the line, unless one is named already. */
  TemplateException at(int line) {
    return located ? this : new TemplateException("line " + line + ": " + getMessage(), true);
  }
}
