/** Cartridges in the layout that a Tokasaurus server loads, branch {@code geoff/cartridges}. */
@NullMarked
package dev.carryover.models.transformer.tokasaurus;

import org.jspecify.annotations.NullMarked;
