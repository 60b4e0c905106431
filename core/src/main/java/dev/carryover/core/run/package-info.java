/**
 * The run directory: a crash-safe journal of observations, verified stores and the run's own
 * record. The only place that writes them.
 */
@NullMarked
package dev.carryover.core.run;

import org.jspecify.annotations.NullMarked;
