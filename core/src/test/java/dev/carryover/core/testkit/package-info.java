/** Contracts that plug-ins are tested against, and the samples that the contracts use. */
@NullMarked
package dev.carryover.core.testkit;

import org.jspecify.annotations.NullMarked;
