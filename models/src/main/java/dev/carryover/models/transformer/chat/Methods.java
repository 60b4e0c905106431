package dev.carryover.models.transformer.chat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/** Python's methods of texts and maps, {@code value.name(arguments)}, as templates need them. */
final class Methods {
  private static final Pattern WORD_START = Pattern.compile("\\b\\p{L}");

  private static final Pattern SPACES = Pattern.compile("\\s+", Pattern.UNICODE_CHARACTER_CLASS);

  private Methods() {}

  static Object call(String name, Object of, List<Object> arguments, Scope scope) {
    scope.step();
    if (of instanceof Map<?, ?> map) {
      return ofMap(name, map, arguments, scope);
    }
    if (of instanceof String text) {
      scope.spend(text.length());
      return ofText(name, text, arguments, scope);
    }
    throw unknown(name, of);
  }

  private static Object ofMap(String name, Map<?, ?> map, List<Object> arguments, Scope scope) {
    scope.spend((long) Limits.STEP * map.size());
    return switch (name) {
      case "items" -> map.entrySet().stream().map(e -> List.of(e.getKey(), e.getValue())).toList();
      case "keys" -> List.copyOf(map.keySet());
      case "values" -> List.copyOf(map.values());
      case "get" -> {
        Object value = Values.item(map, argument(name, arguments, 0));
        Object other = arguments.size() > 1 ? arguments.get(1) : Nothing.NONE;
        yield value == Nothing.UNDEFINED ? other : value;
      }
      default -> throw unknown(name, map);
    };
  }

  private static Object ofText(String name, String text, List<Object> arguments, Scope scope) {
    return switch (name) {
      case "strip" -> stripped(text, arguments, true, true);
      case "lstrip" -> stripped(text, arguments, true, false);
      case "rstrip" -> stripped(text, arguments, false, true);
      case "upper" -> text.toUpperCase(Locale.ROOT);
      case "lower" -> text.toLowerCase(Locale.ROOT);
      case "title" ->
          WORD_START
              .matcher(text.toLowerCase(Locale.ROOT))
              .replaceAll(start -> start.group().toUpperCase(Locale.ROOT));
      case "startswith" -> text.startsWith(textArgument(name, arguments, 0));
      case "endswith" -> text.endsWith(textArgument(name, arguments, 0));
      case "split" -> split(text, arguments, scope);
      case "replace" ->
          replaced(text, textArgument(name, arguments, 0), textArgument(name, arguments, 1), scope);
      default -> throw unknown(name, text);
    };
  }

  private static String stripped(String text, List<Object> arguments, boolean left, boolean right) {
    String chosen = arguments.isEmpty() ? "" : textArgument("strip", arguments, 0);
    IntPredicate goes = arguments.isEmpty() ? Values::isSpace : c -> chosen.indexOf(c) >= 0;
    int from = 0;
    int to = text.length();
    while (left && from < to && goes.test(text.charAt(from))) {
      from++;
    }
    while (right && to > from && goes.test(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static List<String> split(String text, List<Object> arguments, Scope scope) {
    scope.spend((long) Limits.STEP * text.length());
    if (arguments.isEmpty()) {
      return Arrays.stream(SPACES.split(text, -1)).filter(part -> !part.isEmpty()).toList();
    }
    String at = textArgument("split", arguments, 0);
    if (at.isEmpty()) {
      throw new TemplateException("it splits at an empty text");
    }
    return List.of(text.split(Pattern.quote(at), -1));
  }

  private static String replaced(String text, String old, String fresh, Scope scope) {
    scope.spend(((long) text.length() + 1) * (fresh.length() + 1));
    return text.replace(old, fresh);
  }

  private static Object argument(String name, List<Object> arguments, int place) {
    if (arguments.size() <= place) {
      throw new TemplateException("'" + name + "' needs more values");
    }
    return arguments.get(place);
  }

  private static String textArgument(String name, List<Object> arguments, int place) {
    return Values.text(argument(name, arguments, place));
  }

  private static TemplateException unknown(String name, Object of) {
    return new TemplateException(
        "the method '%s' of %s is not known here".formatted(name, Values.inWords(of)));
  }
}
