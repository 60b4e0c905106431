@NullMarked
package dev.carryover.models.embedding;

import org.jspecify.annotations.NullMarked;
