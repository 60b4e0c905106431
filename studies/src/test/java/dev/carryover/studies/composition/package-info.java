@NullMarked
package dev.carryover.studies.composition;

import org.jspecify.annotations.NullMarked;
