/** Measures the instrument: losses of known size at a known stage, judged by the real gate. */
@NullMarked
package dev.carryover.studies.instrument;

import org.jspecify.annotations.NullMarked;
