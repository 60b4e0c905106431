/** How well twenty probes predict the others, beside the paper's table. */
@NullMarked
package dev.carryover.studies.screen;

import org.jspecify.annotations.NullMarked;
