/**
 * States that a local transformer keeps: the cache of a prefill or a cartridge, in a file that
 * names the model it belongs to, and answers that go on from it.
 */
@NullMarked
package dev.carryover.models.transformer.state;

import org.jspecify.annotations.NullMarked;
