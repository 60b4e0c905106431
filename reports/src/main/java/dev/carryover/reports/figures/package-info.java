/**
 * What every rendering shares: which figures stand together, in which order, and how they print.
 */
@NullMarked
package dev.carryover.reports.figures;

import org.jspecify.annotations.NullMarked;
