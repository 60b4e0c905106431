package dev.carryover.reports.figures;

/** A table with the heading that it stands under. */
public record TitledTable(String heading, Table table) {}
