/**
 * Trains nano models from random weights on lessons that a caller supplies. One process trains one
 * model at a time, on one thread; equal settings give equal weights to the bit.
 */
@NullMarked
package dev.carryover.models.nano.training;

import org.jspecify.annotations.NullMarked;
