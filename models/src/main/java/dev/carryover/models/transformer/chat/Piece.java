package dev.carryover.models.transformer.chat;

/**
 * A part of a template.
 *
 * @param text as it is, or what stands between the marks
 * @param line where it begins, from 1
 */
record Piece(Kind kind, String text, int line) {
  enum Kind {
    TEXT(' '),
    /** A value that is written out: <code>{{ … }}</code>. */
    OUTPUT('{'),
    /** <code>{% … %}</code>. */
    STATEMENT('%'),
    /** <code>{# … #}</code>. */
    COMMENT('#');

    private final char sign;

    Kind(char sign) {
      this.sign = sign;
    }

    /** What follows the brace of its opening mark. */
    char sign() {
      return sign;
    }

    /** Its closing mark. */
    String close() {
      return this == OUTPUT ? "}}" : sign + "}";
    }
  }
}
