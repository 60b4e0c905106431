package dev.carryover.models.transformer.chat;

import java.util.Objects;

/**
 * What one side of a conversation said.
 *
 * @param role as templates name it: system, user or assistant
 * @param content may be empty
 */
public record Turn(String role, String content) {
  public Turn {
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(content, "content");
  }
}
