/** Plug-ins of tests, chosen by name like any others. */
@NullMarked
package dev.carryover.cli.parts;

import org.jspecify.annotations.NullMarked;
