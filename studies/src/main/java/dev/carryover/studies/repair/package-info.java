/** The first paper's third test: what restores a memory after a replacement, and at what cost. */
@NullMarked
package dev.carryover.studies.repair;

import org.jspecify.annotations.NullMarked;
