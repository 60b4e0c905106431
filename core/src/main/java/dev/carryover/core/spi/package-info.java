/**
 * The plug-in interfaces. Implementations are found through {@link java.util.ServiceLoader} by a
 * stable name, ours and third parties' alike.
 */
@NullMarked
package dev.carryover.core.spi;

import org.jspecify.annotations.NullMarked;
