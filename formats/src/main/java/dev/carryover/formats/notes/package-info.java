/** NOTES: prose that a model writes, segment by segment, and a reader reads whole (spec 1.2). */
@NullMarked
package dev.carryover.formats.notes;

import org.jspecify.annotations.NullMarked;
