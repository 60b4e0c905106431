/** The checks of the measure itself, before a verdict is believed (spec 1.8). */
@NullMarked
package dev.carryover.probes.instrument;

import org.jspecify.annotations.NullMarked;
