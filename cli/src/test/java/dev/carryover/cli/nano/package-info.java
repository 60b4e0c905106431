@NullMarked
package dev.carryover.cli.nano;

import org.jspecify.annotations.NullMarked;
