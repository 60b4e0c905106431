/** The measures, each an immutable value that is applied to observations. */
@NullMarked
package dev.carryover.core.metrics;

import org.jspecify.annotations.NullMarked;
