/** What a run found, as data: the one thing that reporters see. */
@NullMarked
package dev.carryover.core.report;

import org.jspecify.annotations.NullMarked;
