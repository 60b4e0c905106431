@NullMarked
package dev.carryover.studies.items;

import org.jspecify.annotations.NullMarked;
