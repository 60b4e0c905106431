/** The roles of reader and writer, played by a transformer in this process. */
@NullMarked
package dev.carryover.models.transformer.role;

import org.jspecify.annotations.NullMarked;
