/** The papers' experiments, composed from the other modules. */
@NullMarked
package dev.carryover.studies;

import org.jspecify.annotations.NullMarked;
