/** From a plan and its observations to the verdict and the run report. */
@NullMarked
package dev.carryover.migrations.analysis;

import org.jspecify.annotations.NullMarked;
