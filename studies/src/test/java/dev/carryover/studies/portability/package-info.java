@NullMarked
package dev.carryover.studies.portability;

import org.jspecify.annotations.NullMarked;
