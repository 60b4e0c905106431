/** The vocabulary of Carryover: histories, probes, stores, cells and observations. */
@NullMarked
package dev.carryover.core;

import org.jspecify.annotations.NullMarked;
