/**
 * A reader and a writer that compare sentences by their vectors: the second generation of the
 * built-in models. They need an embedding model of this process and no language model.
 */
@NullMarked
package dev.carryover.models.semantic;

import org.jspecify.annotations.NullMarked;
