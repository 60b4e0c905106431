@NullMarked
package dev.carryover.cli.local;

import org.jspecify.annotations.NullMarked;
