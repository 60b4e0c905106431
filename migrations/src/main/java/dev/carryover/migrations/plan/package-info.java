/** Turns a migration file into treatments and cells. */
@NullMarked
package dev.carryover.migrations.plan;

import org.jspecify.annotations.NullMarked;
