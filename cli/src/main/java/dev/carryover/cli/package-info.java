/** The {@code carryover} command: arguments, progress and exit codes. */
@NullMarked
package dev.carryover.cli;

import org.jspecify.annotations.NullMarked;
