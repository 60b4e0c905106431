package dev.carryover.migrations.run;

import dev.carryover.core.Usage;

/**
 * One call of a model that writes, or that keeps its state.
 *
 * @param usage what it took
 * @param cutOff whether an output limit ended it
 * @param said whether anything came of it
 * @param deviceMicros its wall time, where the model's cache is open: such a model runs on a device
 *     of the user's; 0 for all others
 */
record WriterCall(Usage usage, boolean cutOff, boolean said, long deviceMicros) {}
