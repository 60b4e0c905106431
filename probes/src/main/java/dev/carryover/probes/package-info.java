/** The 20-probe screen with its calibration, and the instrument gates. */
@NullMarked
package dev.carryover.probes;

import org.jspecify.annotations.NullMarked;
