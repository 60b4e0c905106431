@NullMarked
package dev.carryover.studies.swap;

import org.jspecify.annotations.NullMarked;
