@NullMarked
package dev.carryover.studies.repair;

import org.jspecify.annotations.NullMarked;
