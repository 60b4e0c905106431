/** Tests of the screen. */
@NullMarked
package dev.carryover.probes.screen;

import org.jspecify.annotations.NullMarked;
