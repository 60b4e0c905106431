@NullMarked
package dev.carryover.models.nano.training;

import org.jspecify.annotations.NullMarked;
