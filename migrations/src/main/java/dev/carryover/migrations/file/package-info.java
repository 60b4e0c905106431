/** The migration file: what a user writes, read with line numbers. */
@NullMarked
package dev.carryover.migrations.file;

import org.jspecify.annotations.NullMarked;
