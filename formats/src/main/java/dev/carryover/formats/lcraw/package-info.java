/** LC-RAW: the verbatim transcript, read as a whole (spec 1.2). */
@NullMarked
package dev.carryover.formats.lcraw;

import org.jspecify.annotations.NullMarked;
