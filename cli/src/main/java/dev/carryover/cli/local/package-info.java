/** Small language models on this machine: taken from Python packages, served on loopback. */
@NullMarked
package dev.carryover.cli.local;

import org.jspecify.annotations.NullMarked;
