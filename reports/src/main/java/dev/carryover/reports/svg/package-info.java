/**
 * Plots as inline SVG, drawn so that they read in grey, at a phone's width and to a screen reader.
 */
@NullMarked
package dev.carryover.reports.svg;

import org.jspecify.annotations.NullMarked;
