/**
 * What is done with vectors whatever model they come from: comparing spaces, remembering vectors.
 */
@NullMarked
package dev.carryover.core.embedding;

import org.jspecify.annotations.NullMarked;
