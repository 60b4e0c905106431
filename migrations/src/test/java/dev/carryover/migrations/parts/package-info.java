/** Plug-ins of tests: small, deterministic, and chosen by name like any others. */
@NullMarked
package dev.carryover.migrations.parts;

import org.jspecify.annotations.NullMarked;
