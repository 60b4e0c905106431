package dev.carryover.models.transformer.chat;

import java.util.Map;

/**
 * A value whose attributes can be set, by which a loop tells what it found.
 *
 * @param values can be changed
 */
record Namespace(Map<String, Object> values) {}
