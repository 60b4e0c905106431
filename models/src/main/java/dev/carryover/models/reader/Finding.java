package dev.carryover.models.reader;

/**
 * A code that may be the answer.
 *
 * @param fact what is said of it
 * @param sentence where
 * @param score how well the way to it covers the question, about 0 to 1
 */
record Finding(Fact fact, int sentence, float score) {}
