/** The first paper's planned tests: what a memory loses when a model or an embedder is replaced. */
@NullMarked
package dev.carryover.studies.portability;

import org.jspecify.annotations.NullMarked;
