package dev.carryover.reports.html;

import dev.carryover.reports.figures.Table;

/**
 * A plot with the table of its figures under it.
 *
 * @param heading what is shown
 * @param note how to read it; may be empty
 * @param plot an inline SVG; empty where there is nothing to draw
 */
record Exhibit(String heading, String note, String plot, Table table) {}
