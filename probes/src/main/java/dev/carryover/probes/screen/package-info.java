/** The twenty-probe screen: its probes, its calibration, and what it may say (spec 1.10). */
@NullMarked
package dev.carryover.probes.screen;

import org.jspecify.annotations.NullMarked;
