@NullMarked
package dev.carryover.studies.budget;

import org.jspecify.annotations.NullMarked;
