/** Saved cache: the key-value cache of one prefill of the whole history (spec 2.1). */
@NullMarked
package dev.carryover.formats.savedcache;

import org.jspecify.annotations.NullMarked;
