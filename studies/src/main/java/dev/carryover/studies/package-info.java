/** The papers' experiments, composed from the other modules. Nothing is here yet. */
@NullMarked
package dev.carryover.studies;

import org.jspecify.annotations.NullMarked;
