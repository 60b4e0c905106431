/**
 * What the studies have in common that run gates in folders of their own and read them together.
 */
@NullMarked
package dev.carryover.studies.swap;

import org.jspecify.annotations.NullMarked;
