@NullMarked
package dev.carryover.reports.figures;

import org.jspecify.annotations.NullMarked;
