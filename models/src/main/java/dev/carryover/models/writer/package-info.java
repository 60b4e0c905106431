/**
 * Writers that need no language model: notes are sentences of the history, chosen under a byte
 * budget; claims are read by rules.
 */
@NullMarked
package dev.carryover.models.writer;

import org.jspecify.annotations.NullMarked;
