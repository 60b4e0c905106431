package dev.carryover.models.transformer.chat;

/** A part of a template that writes, or sets a variable. */
@FunctionalInterface
interface Statement {
  void run(Scope scope);
}
