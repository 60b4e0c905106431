@NullMarked
package dev.carryover.models.nano;

import org.jspecify.annotations.NullMarked;
