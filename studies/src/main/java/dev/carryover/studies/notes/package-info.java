/** How much of a history notes hold under a cap of bytes (spec 1.8). */
@NullMarked
package dev.carryover.studies.notes;

import org.jspecify.annotations.NullMarked;
