/**
 * A Llama-family decoder whose key-value cache is open: it can be kept, composed, moved and
 * trained.
 *
 * <p>Shapes: B rows of a batch, T new positions, S positions in the cache, H query heads, G key and
 * value heads, D size of a head. Computed in 32-bit floats on DJL's PyTorch engine.
 */
@NullMarked
package dev.carryover.models.transformer;

import org.jspecify.annotations.NullMarked;
