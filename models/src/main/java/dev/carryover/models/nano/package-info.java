/**
 * The nano models: decoders of about a million weights that answer questions about a text in a
 * closed little language.
 */
@NullMarked
package dev.carryover.models.nano;

import org.jspecify.annotations.NullMarked;
