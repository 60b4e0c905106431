/** Search over vectors and texts: exact, approximate, by keyword and fused. Knows no stores. */
@NullMarked
package dev.carryover.formats.search;

import org.jspecify.annotations.NullMarked;
