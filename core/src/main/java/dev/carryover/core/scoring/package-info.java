/** Marks answers. No model judges. */
@NullMarked
package dev.carryover.core.scoring;

import org.jspecify.annotations.NullMarked;
