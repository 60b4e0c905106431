@NullMarked
package dev.carryover.models.transformer.chat;

import org.jspecify.annotations.NullMarked;
