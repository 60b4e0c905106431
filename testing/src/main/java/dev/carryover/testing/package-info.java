/**
 * AssertJ assertions and a JUnit extension that make a gate a test of a Java build. Nothing is here
 * yet.
 */
@NullMarked
package dev.carryover.testing;

import org.jspecify.annotations.NullMarked;
