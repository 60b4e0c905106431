/**
 * How a study runs: it plans steps, each step asks one memory some items and is journalled as one
 * block, and the report is made from the journal.
 */
@NullMarked
package dev.carryover.studies.frame;

import org.jspecify.annotations.NullMarked;
