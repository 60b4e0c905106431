@NullMarked
package dev.carryover.testing;

import org.jspecify.annotations.NullMarked;
