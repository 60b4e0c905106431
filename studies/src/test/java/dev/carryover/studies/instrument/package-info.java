/** Tests. */
@NullMarked
package dev.carryover.studies.instrument;

import org.jspecify.annotations.NullMarked;
