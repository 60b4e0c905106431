/** What a study found, as data, as JSON and as text. */
@NullMarked
package dev.carryover.studies.report;

import org.jspecify.annotations.NullMarked;
