/** Cartridge: a small key-value cache that is trained by self-study (spec 2.1 and 2.3). */
@NullMarked
package dev.carryover.formats.cartridge;

import org.jspecify.annotations.NullMarked;
