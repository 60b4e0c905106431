/**
 * Decoders in GGUF files (the format of llama.cpp, versions 2 and 3): weights, which may be
 * quantised and are computed with as 32-bit floats, the tokenizer and the chat template.
 *
 * <p>A file is material of strangers: every count, length and offset is held against the file's own
 * length before anything is taken by it.
 */
@NullMarked
package dev.carryover.models.transformer.gguf;

import org.jspecify.annotations.NullMarked;
