/** The memory formats, one package each. */
@NullMarked
package dev.carryover.formats;

import org.jspecify.annotations.NullMarked;
