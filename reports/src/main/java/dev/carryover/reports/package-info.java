/** Renders a run report: terminal, HTML, Markdown, JUnit XML, JSON and CSV. */
@NullMarked
package dev.carryover.reports;

import org.jspecify.annotations.NullMarked;
