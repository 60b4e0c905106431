package dev.carryover.models.transformer.chat;

import java.util.List;
import java.util.Map;

/** Jinja's tests, {@code value is name}, as far as chat templates need them. */
final class Tests {
  private Tests() {}

  static boolean holds(String name, Object value, List<Object> arguments) {
    return switch (name) {
      case "defined" -> value != Nothing.UNDEFINED;
      case "undefined" -> value == Nothing.UNDEFINED;
      case "none" -> value == Nothing.NONE;
      case "string" -> value instanceof String;
      case "mapping" -> value instanceof Map;
      case "sequence", "iterable" ->
          value instanceof List || value instanceof Map || value instanceof String;
      case "number", "integer" -> value instanceof Long;
      case "boolean" -> value instanceof Boolean;
      case "true" -> value == Boolean.TRUE;
      case "false" -> value == Boolean.FALSE;
      case "even" -> value instanceof Long number && number % 2 == 0;
      case "odd" -> value instanceof Long number && number % 2 != 0;
      case "equalto", "eq" -> arguments.equals(List.of(value));
      default -> throw new TemplateException("the test '" + name + "' is not known here");
    };
  }
}
