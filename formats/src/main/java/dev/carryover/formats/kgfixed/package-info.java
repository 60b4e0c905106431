/** KG-fixed: claims under a schema that says what may be claimed, read by a bounded traversal. */
@NullMarked
package dev.carryover.formats.kgfixed;

import org.jspecify.annotations.NullMarked;
