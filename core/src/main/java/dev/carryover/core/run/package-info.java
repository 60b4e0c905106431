/**
 * The run directory: a crash-safe journal of observations, verified stores and the run's own
 * record. Beside it, what runs share: kept answers, and the meter of their calls. The only place
 * that writes them.
 */
@NullMarked
package dev.carryover.core.run;

import org.jspecify.annotations.NullMarked;
