@NullMarked
package dev.carryover.core.embedding;

import org.jspecify.annotations.NullMarked;
