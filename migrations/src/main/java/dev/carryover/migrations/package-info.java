/** The migration file, the plan, the runner, the swaps and the verdict. */
@NullMarked
package dev.carryover.migrations;

import org.jspecify.annotations.NullMarked;
