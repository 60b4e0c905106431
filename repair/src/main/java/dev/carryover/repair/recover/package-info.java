/** What it costs to recover a memory. */
@NullMarked
package dev.carryover.repair.recover;

import org.jspecify.annotations.NullMarked;
