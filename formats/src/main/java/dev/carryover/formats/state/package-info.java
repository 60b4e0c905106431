/** What the formats share whose content is the state of a model: a key-value cache (spec 2.1). */
@NullMarked
package dev.carryover.formats.state;

import org.jspecify.annotations.NullMarked;
