/**
 * Renderings of a run report, found by name through {@code ServiceLoader}, and {@link
 * dev.carryover.reports.ReportJson} that reads a report back.
 */
@NullMarked
package dev.carryover.reports;

import org.jspecify.annotations.NullMarked;
