@NullMarked
package dev.carryover.studies.frame;

import org.jspecify.annotations.NullMarked;
