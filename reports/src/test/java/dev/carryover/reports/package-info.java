@NullMarked
package dev.carryover.reports;

import org.jspecify.annotations.NullMarked;
