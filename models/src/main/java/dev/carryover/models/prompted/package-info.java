/**
 * The roles of reader and writer, played by a {@link dev.carryover.core.spi.LanguageModel} with a
 * prompt. Prompts are files. What a history says is quoted in them, never part of the instruction.
 */
@NullMarked
package dev.carryover.models.prompted;

import org.jspecify.annotations.NullMarked;
