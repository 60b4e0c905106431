package dev.carryover.models.transformer.chat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses expressions, from the loosest binding to the closest, as Jinja's grammar has them. */
final class ExpressionParser {
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");

  private final Words words;
  private int depth;
  private int operations;

  ExpressionParser(Words words) {
    this.words = words;
  }

  /** A whole expression, with {@code a if b else c}. */
  Expression parse() {
    depth++;
    operation();
    if (depth > Limits.DEPTH) {
      throw new TemplateException("more than %d brackets".formatted(Limits.DEPTH));
    }
    Expression value = either();
    if (words.take("if")) {
      Expression condition = either();
      Expression other = words.take("else") ? parse() : scope -> Nothing.UNDEFINED;
      Expression chosen = value;
      value = scope -> Values.isTrue(condition.in(scope)) ? chosen.in(scope) : other.in(scope);
    }
    depth--;
    return value;
  }

  private void operation() {
    operations++;
    if (operations > Limits.OPERATIONS) {
      throw new TemplateException(
          "an expression of more than %,d operations".formatted(Limits.OPERATIONS));
    }
  }

  /** {@code a or b}: its value is that of the side that decides. */
  Expression either() {
    Expression value = both();
    while (words.take("or")) {
      operation();
      Expression left = value;
      Expression right = both();
      value =
          scope -> {
            Object first = left.in(scope);
            return Values.isTrue(first) ? first : right.in(scope);
          };
    }
    return value;
  }

  private Expression both() {
    Expression value = negation();
    while (words.take("and")) {
      operation();
      Expression left = value;
      Expression right = negation();
      value =
          scope -> {
            Object first = left.in(scope);
            return Values.isTrue(first) ? right.in(scope) : first;
          };
    }
    return value;
  }

  private Expression negation() {
    boolean negated = false;
    boolean any = false;
    while (words.take("not")) {
      operation();
      negated = !negated;
      any = true;
    }
    Expression value = comparison();
    boolean turned = negated;
    return any ? scope -> Values.isTrue(value.in(scope)) != turned : value;
  }

  /** {@code a < b}, and {@code a < b < c} as Python has it. */
  private Expression comparison() {
    Expression value = sum();
    Expression left = value;
    Optional<Expression> all = Optional.empty();
    for (Optional<String> sign = sign(); sign.isPresent(); sign = sign()) {
      operation();
      String how = sign.get();
      Expression a = left;
      Expression b = sum();
      Expression one = scope -> Values.compare(how, a.in(scope), b.in(scope));
      all =
          Optional.of(
              all.<Expression>map(
                      before ->
                          scope -> Values.isTrue(before.in(scope)) && one.in(scope) == Boolean.TRUE)
                  .orElse(one));
      left = b;
    }
    return all.orElse(value);
  }

  private Optional<String> sign() {
    if (words.take("not", "in")) {
      return Optional.of("not in");
    }
    if (words.take("in")) {
      return Optional.of("in");
    }
    return COMPARISONS.stream().filter(words::take).findFirst();
  }

  private Expression sum() {
    return chain(
        List.of("+", "-"),
        () -> chain(List.of("~"), () -> chain(List.of("*", "//", "%"), this::signed)));
  }

  private interface Part {
    Expression parse();
  }

  private Expression chain(List<String> signs, Part part) {
    Expression value = part.parse();
    for (Optional<String> sign = signs.stream().filter(words::take).findFirst();
        sign.isPresent();
        sign = signs.stream().filter(words::take).findFirst()) {
      operation();
      String how = sign.get();
      Expression left = value;
      Expression right = part.parse();
      value = scope -> Values.calculate(how, left.in(scope), right.in(scope), scope);
    }
    return value;
  }

  private Expression signed() {
    if (words.take("-")) {
      Expression value = postfix(primary());
      return scope -> Values.calculate("-", 0L, value.in(scope), scope);
    }
    return postfix(primary());
  }

  /** What follows a value: attributes, items, calls, filters and tests. */
  private Expression postfix(Expression start) {
    Expression value = start;
    while (true) {
      Expression of = value;
      if (words.take(".")) {
        String name = words.name();
        value = words.isNext("(") ? method(of, name) : scope -> Values.item(of.in(scope), name);
      } else if (words.take("[")) {
        value = item(of);
      } else if (words.take("|")) {
        String name = words.name();
        List<Expression> arguments = words.isNext("(") ? arguments().values() : List.of();
        value = scope -> Filters.apply(name, of.in(scope), valuesOf(arguments, scope), scope);
      } else if (words.take("is")) {
        boolean negated = words.take("not");
        String name = words.name();
        List<Expression> arguments = words.isNext("(") ? arguments().values() : List.of();
        value = scope -> Tests.holds(name, of.in(scope), valuesOf(arguments, scope)) != negated;
      } else {
        return value;
      }
      operation();
    }
  }

  private Expression method(Expression of, String name) {
    List<Expression> arguments = arguments().values();
    return scope -> Methods.call(name, of.in(scope), valuesOf(arguments, scope), scope);
  }

  /** {@code a[i]} or {@code a[from:to]}. */
  private Expression item(Expression of) {
    Optional<Expression> from = words.isNext(":") ? Optional.empty() : Optional.of(parse());
    if (words.take(":")) {
      Optional<Expression> to = Optional.empty();
      if (words.take(":")) {
        words.require("-");
        if (!words.next().text().equals("1") || from.isPresent()) {
          throw words.unexpected("[::-1]");
        }
        words.require("]");
        return scope -> Values.reversed(of.in(scope), scope);
      }
      if (!words.isNext("]")) {
        to = Optional.of(parse());
      }
      words.require("]");
      Optional<Expression> end = to;
      return scope ->
          Values.slice(of.in(scope), from.map(e -> e.in(scope)), end.map(e -> e.in(scope)), scope);
    }
    words.require("]");
    Expression index = from.orElseThrow();
    return scope -> Values.item(of.in(scope), index.in(scope));
  }

  /** What is given to a call. */
  private record Arguments(List<Expression> values, Map<String, Expression> named) {}

  private Arguments arguments() {
    words.require("(");
    List<Expression> values = new ArrayList<>();
    Map<String, Expression> named = new LinkedHashMap<>();
    while (!words.take(")")) {
      if (words.isAssignment()) {
        String name = words.name();
        words.require("=");
        named.put(name, parse());
      } else {
        values.add(parse());
      }
      if (!words.isNext(")")) {
        words.require(",");
      }
    }
    return new Arguments(values, named);
  }

  private static List<Object> valuesOf(List<Expression> arguments, Scope scope) {
    scope.step();
    return arguments.stream().map(argument -> argument.in(scope)).toList();
  }

  private Expression primary() {
    Token token = words.next();
    return switch (token.kind()) {
      case STRING -> scope -> token.text();
      case NUMBER -> number(token.text());
      case NAME -> name(token.text());
      case MARK -> bracket(token.text());
      case END -> throw words.unexpected("a value");
    };
  }

  private static Expression number(String text) {
    try {
      long value = Long.parseLong(text);
      return scope -> value;
    } catch (NumberFormatException e) {
      throw new TemplateException("'" + text + "' is no number");
    }
  }

  private Expression name(String name) {
    switch (name) {
      case "true", "True" -> {
        return scope -> true;
      }
      case "false", "False" -> {
        return scope -> false;
      }
      case "none", "None" -> {
        return scope -> Nothing.NONE;
      }
      default -> {
        if (!words.isNext("(")) {
          return scope -> scope.get(name);
        }
        Arguments arguments = arguments();
        return scope -> call(name, arguments, scope);
      }
    }
  }

  private static Object call(String name, Arguments arguments, Scope scope) {
    Map<String, Object> named = new LinkedHashMap<>();
    arguments.named().forEach((key, value) -> named.put(key, value.in(scope)));
    return Functions.call(name, valuesOf(arguments.values(), scope), named, scope);
  }

  private Expression bracket(String mark) {
    return switch (mark) {
      case "(" -> {
        Expression value = parse();
        words.require(")");
        yield value;
      }
      case "[" -> {
        List<Expression> values = new ArrayList<>();
        while (!words.take("]")) {
          values.add(parse());
          if (!words.isNext("]")) {
            words.require(",");
          }
        }
        yield scope -> List.copyOf(valuesOf(values, scope));
      }
      case "{" -> map();
      default -> throw new TemplateException("'" + mark + "' is no value");
    };
  }

  private Expression map() {
    Map<Expression, Expression> entries = new LinkedHashMap<>();
    while (!words.take("}")) {
      Expression key = parse();
      words.require(":");
      entries.put(key, parse());
      if (!words.isNext("}")) {
        words.require(",");
      }
    }
    return scope -> {
      scope.step();
      Map<Object, Object> map = new LinkedHashMap<>();
      entries.forEach((key, value) -> map.put(key.in(scope), value.in(scope)));
      return map;
    };
  }
}
