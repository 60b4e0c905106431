/**
 * A reader that answers a code question by rules over English: names, relations, aliases, time and
 * precedence. Texts are parsed once ({@code PassageParser}), gathered under an index ({@code
 * View}), searched for chains of sentences that cover a question ({@code Search}), and rivals are
 * settled by order in time and by stated precedence ({@code Judge}).
 */
@NullMarked
package dev.carryover.models.reader;

import org.jspecify.annotations.NullMarked;
