/** Where native libraries are unpacked. */
@NullMarked
package dev.carryover.models.natives;

import org.jspecify.annotations.NullMarked;
