/**
 * A memory in whatever language, behind a command or an HTTP endpoint. The protocol is in {@code
 * docs/external-memory.md}.
 */
@NullMarked
package dev.carryover.formats.external;

import org.jspecify.annotations.NullMarked;
