/** Carries out a plan: stores, reads, answers, journal. */
@NullMarked
package dev.carryover.migrations.run;

import org.jspecify.annotations.NullMarked;
