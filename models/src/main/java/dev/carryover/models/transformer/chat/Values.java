package dev.carryover.models.transformer.chat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be done with values, as Python has it. Places in texts are counted in code points. */
final class Values {
  private Values() {}

  /** Python's white space, which has no-break spaces in it. */
  static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
  }

  static boolean isTrue(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    if (value instanceof Long number) {
      return number != 0;
    }
    return !(value instanceof Nothing || value.equals("") || isEmpty(value));
  }

  private static boolean isEmpty(Object value) {
    return value instanceof List<?> list && list.isEmpty()
        || value instanceof Map<?, ?> map && map.isEmpty();
  }

  /** The text that is written for a value. */
  static String text(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? "True" : "False";
    }
    if (value == Nothing.UNDEFINED) {
      return "";
    }
    if (value instanceof List || value instanceof Map || value instanceof Namespace) {
      throw new TemplateException("it writes " + inWords(value) + " as a text");
    }
    return value == Nothing.NONE ? "None" : value.toString();
  }

  /** A value's kind, for messages. */
  static String inWords(Object value) {
    if (value instanceof Nothing nothing) {
      return nothing == Nothing.NONE ? "None" : "an undefined value";
    }
    if (value instanceof String) {
      return "a text";
    }
    if (value instanceof Namespace) {
      return "a namespace";
    }
    return value instanceof List ? "a list" : value instanceof Map ? "a map" : value.toString();
  }

  static boolean compare(String sign, Object left, Object right) {
    return switch (sign) {
      case "==" -> left.equals(right);
      case "!=" -> !left.equals(right);
      case "in" -> contains(right, left);
      case "not in" -> !contains(right, left);
      case "<" -> order(left, right) < 0;
      case "<=" -> order(left, right) <= 0;
      case ">" -> order(left, right) > 0;
      default -> order(left, right) >= 0;
    };
  }

  private static int order(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      return a.compareTo(b);
    }
    if (left instanceof String a && right instanceof String b) {
      return a.compareTo(b);
    }
    throw new TemplateException("%s and %s have no order".formatted(inWords(left), inWords(right)));
  }

  private static boolean contains(Object whole, Object part) {
    if (whole instanceof String text && part instanceof String sought) {
      return text.contains(sought);
    }
    if (whole instanceof List<?> list) {
      return list.contains(part);
    }
    if (whole instanceof Map<?, ?> map) {
      return map.containsKey(part);
    }
    throw new TemplateException(inWords(part) + " cannot be in " + inWords(whole));
  }

  static Object calculate(String sign, Object left, Object right, Scope scope) {
    scope.step();
    if (sign.equals("~")) {
      return joined(text(left), text(right), scope);
    }
    if (left instanceof Long a && right instanceof Long b) {
      return calculate(sign, a, b);
    }
    if (sign.equals("+") && left instanceof String a && right instanceof String b) {
      return joined(a, b, scope);
    }
    if (sign.equals("+") && left instanceof List<?> a && right instanceof List<?> b) {
      scope.spend((long) Limits.STEP * (a.size() + b.size()));
      List<Object> both = new ArrayList<>(a);
      both.addAll(b);
      return both;
    }
    throw new TemplateException(
        "'%s' has no meaning between %s and %s".formatted(sign, inWords(left), inWords(right)));
  }

  private static String joined(String left, String right, Scope scope) {
    scope.spend((long) left.length() + right.length());
    return left.concat(right);
  }

  private static long calculate(String sign, long left, long right) {
    if (right == 0 && (sign.equals("//") || sign.equals("%"))) {
      throw new TemplateException("a division by zero");
    }
    return switch (sign) {
      case "+" -> left + right;
      case "-" -> left - right;
      case "*" -> left * right;
      case "//" -> Math.floorDiv(left, right);
      default -> Math.floorMod(left, right);
    };
  }

  /** An attribute, an entry or an element; undefined where there is none. */
  static Object item(Object of, Object key) {
    if (of instanceof Nothing) {
      throw new TemplateException("it asks for '%s' of %s".formatted(key, inWords(of)));
    }
    Optional<Object> found = Optional.empty();
    if (of instanceof Namespace namespace) {
      found = Optional.ofNullable(namespace.values().get(text(key)));
    } else if (of instanceof Map<?, ?> map) {
      found = Optional.ofNullable(map.get(key));
    } else if (key instanceof Long place) {
      long size = size(of);
      long at = place < 0 ? place + size : place;
      if (at >= 0 && at < size) {
        found =
            Optional.of(
                of instanceof List<?> list ? list.get((int) at) : part((String) of, at, at + 1));
      }
    }
    return found.orElse(Nothing.UNDEFINED);
  }

  /** Elements of a list, code points of a text, entries of a map. */
  static long size(Object value) {
    if (value instanceof String text) {
      return text.codePointCount(0, text.length());
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    return list(value).size();
  }

  static Object slice(Object of, Optional<Object> from, Optional<Object> to, Scope scope) {
    long size = size(of);
    int start = (int) place(from, 0, size);
    int end = (int) Math.max(start, place(to, size, size));
    if (of instanceof String text) {
      scope.spend(text.length());
      return part(text, start, end);
    }
    scope.spend((long) Limits.STEP * (end - start));
    return List.copyOf(list(of).subList(start, end));
  }

  private static long place(Optional<Object> given, long absent, long size) {
    if (given.isEmpty()) {
      return absent;
    }
    if (!(given.get() instanceof Long number)) {
      throw new TemplateException("a place in a list is " + inWords(given.get()));
    }
    return Math.min(size, Math.max(0, number < 0 ? number + size : number));
  }

  private static String part(String text, long from, long to) {
    int start = text.offsetByCodePoints(0, (int) from);
    return text.substring(start, text.offsetByCodePoints(start, (int) (to - from)));
  }

  static List<Object> reversed(Object of, Scope scope) {
    scope.spend((long) Limits.STEP * size(of));
    List<Object> list = new ArrayList<>(list(of));
    Collections.reverse(list);
    return list;
  }

  /** The elements of a list, or the keys of a map. */
  static List<?> list(Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    if (value instanceof Map<?, ?> map) {
      return List.copyOf(map.keySet());
    }
    throw new TemplateException(inWords(value) + " has no elements");
  }
}
