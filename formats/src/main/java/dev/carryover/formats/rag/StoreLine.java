package dev.carryover.formats.rag;

import java.util.List;
import java.util.Optional;

/**
 * One line of a store that is taken over.
 *
 * @param number of the line, from 1
 * @param id of the item
 * @param text of the item
 * @param vector finite, not empty, not zero
 * @param history that it belongs to, where the line says
 * @param events ids of the events in it; may be empty
 */
record StoreLine(
    long number,
    String id,
    String text,
    float[] vector,
    Optional<String> history,
    List<String> events) {}
