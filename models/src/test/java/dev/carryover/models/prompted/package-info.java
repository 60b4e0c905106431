@NullMarked
package dev.carryover.models.prompted;

import org.jspecify.annotations.NullMarked;
