@NullMarked
package dev.carryover.studies.report;

import org.jspecify.annotations.NullMarked;
