/** What repairs cost. */
@NullMarked
package dev.carryover.repair.cost;

import org.jspecify.annotations.NullMarked;
