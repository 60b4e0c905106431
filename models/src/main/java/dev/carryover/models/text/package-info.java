/** Cuts passages and events into sentences as written, for models that compare whole sentences. */
@NullMarked
package dev.carryover.models.text;

import org.jspecify.annotations.NullMarked;
