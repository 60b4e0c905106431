package dev.carryover.models.transformer.chat;

/**
 * A part of a template that has a value: a {@code String}, {@code Long}, {@code Boolean}, a list, a
 * map by texts, or {@link Nothing}.
 */
@FunctionalInterface
interface Expression {
  Object in(Scope scope);
}
