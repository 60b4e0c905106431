package dev.carryover.models.service;

import dev.carryover.core.spi.SettingException;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key to a service, which is known by the name of the environment variable that holds it. The
 * value leaves it in one header only; everywhere else stands the variable's name.
 */
final class Secret {
  /** What is not written like this may be a key by mistake, and is not repeated. */
  private static final Pattern VARIABLE = Pattern.compile("[A-Z][A-Z0-9_]{0,60}");

  /** No key. */
  static final Secret NONE = new Secret("", "");

  private final String variable;
  private final String value;

  private Secret(String variable, String value) {
    this.variable = variable;
    this.value = value;
  }

  /**
   * The key in a variable.
   *
   * @param environment from a variable's name to its value
   * @throws SettingException if the variable is not set
   */
  static Secret in(String variable, Function<String, @Nullable String> environment) {
    String value = environment.apply(variable);
    if (value == null || value.isBlank()) {
      throw new SettingException(
          "key",
          VARIABLE.matcher(variable).matches()
              ? "the environment variable '" + variable + "' is not set"
              : "'key' names no environment variable that is set",
          "'key' is the name of the variable that holds the key: set it, or name another");
    }
    return new Secret(variable, value.strip());
  }

  /** What goes into the {@code Authorization} header. */
  Optional<String> authorization() {
    return value.isEmpty() ? Optional.empty() : Optional.of("Bearer " + value);
  }

  /** The variable's name; empty where there is no key. */
  Optional<String> variable() {
    return value.isEmpty() ? Optional.empty() : Optional.of(variable);
  }

  /** A text with the name in place of the value. */
  String redact(String text) {
    return value.isEmpty() || !text.contains(value)
        ? text
        : text.replace(value, "[" + variable + "]");
  }

  @Override
  public String toString() {
    return value.isEmpty() ? "no key" : "the key in " + variable;
  }
}
