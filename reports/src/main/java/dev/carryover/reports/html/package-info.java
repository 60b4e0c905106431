/**
 * The page: what it shows, in the order in which it is read. Templates compile into this package.
 */
@NullMarked
package dev.carryover.reports.html;

import org.jspecify.annotations.NullMarked;
