/** Can memories that were made apart be put together? (spec 2.2) */
@NullMarked
package dev.carryover.studies.composition;

import org.jspecify.annotations.NullMarked;
