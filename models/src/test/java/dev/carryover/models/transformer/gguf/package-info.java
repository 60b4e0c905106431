@NullMarked
package dev.carryover.models.transformer.gguf;

import org.jspecify.annotations.NullMarked;
