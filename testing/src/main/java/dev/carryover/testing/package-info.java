/** A gate as a test of a Java build: a migration that runs from code, assertions, an extension. */
@NullMarked
package dev.carryover.testing;

import org.jspecify.annotations.NullMarked;
