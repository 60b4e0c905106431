@NullMarked
package dev.carryover.studies.notes;

import org.jspecify.annotations.NullMarked;
