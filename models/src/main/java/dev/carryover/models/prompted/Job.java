package dev.carryover.models.prompted;

import dev.carryover.core.Event;
import java.util.List;

/**
 * What is to be written from.
 *
 * @param events consecutive
 * @param maxTokens the allowance of output over all calls
 * @param seed of the service's choices, where it takes one
 * @param repeat 0 for the first
 */
record Job(List<Event> events, int maxTokens, long seed, int repeat) {
  Job {
    events = List.copyOf(events);
  }
}
