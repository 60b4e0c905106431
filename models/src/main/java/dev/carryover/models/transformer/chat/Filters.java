package dev.carryover.models.transformer.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Jinja's filters, {@code value | name(arguments)}, as far as chat templates need them. */
final class Filters {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Filters() {}

  static Object apply(String name, Object value, List<Object> arguments, Scope scope) {
    return switch (name) {
      case "default", "d" -> value == Nothing.UNDEFINED ? argument(name, arguments) : value;
      case "length", "count" -> Values.size(value);
      case "first" -> Values.item(value, 0L);
      case "last" -> Values.item(value, -1L);
      case "list" -> Values.list(value);
      case "items" -> Methods.call(name, value, arguments, scope);
      case "join" -> join(value, arguments, scope);
      case "tojson" -> json(value, scope);
      case "trim" -> Methods.call("strip", Values.text(value), arguments, scope);
      case "upper", "lower", "replace", "title" ->
          Methods.call(name, Values.text(value), arguments, scope);
      case "capitalize" -> capitalized(Values.text(value));
      case "string", "safe" -> Values.text(value);
      default -> throw new TemplateException("the filter '" + name + "' is not known here");
    };
  }

  private static Object argument(String name, List<Object> arguments) {
    if (arguments.isEmpty()) {
      throw new TemplateException("'" + name + "' needs a value");
    }
    return arguments.get(0);
  }

  private static String join(Object value, List<Object> arguments, Scope scope) {
    String between = arguments.isEmpty() ? "" : Values.text(arguments.get(0));
    List<?> parts = Values.list(value);
    for (Object part : parts) {
      scope.spend((long) Limits.STEP + between.length() + Values.text(part).length());
    }
    return parts.stream().map(Values::text).collect(Collectors.joining(between));
  }

  /** As {@code json.dumps} writes it, which is only the same for a single value. */
  private static String json(Object value, Scope scope) {
    if (value instanceof List
        || value instanceof Map
        || value instanceof Nothing
        || value instanceof Namespace) {
      throw new TemplateException("it writes " + Values.inWords(value) + " as JSON");
    }
    scope.spend(Values.text(value).length());
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new TemplateException("it writes what is no JSON: " + e.getOriginalMessage());
    }
  }

  private static String capitalized(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int first = text.offsetByCodePoints(0, 1);
    return text.substring(0, first).toUpperCase(Locale.ROOT)
        + text.substring(first).toLowerCase(Locale.ROOT);
  }
}
