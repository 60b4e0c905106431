/** How well the built-in reader reads. */
@NullMarked
package dev.carryover.studies.reader;

import org.jspecify.annotations.NullMarked;
