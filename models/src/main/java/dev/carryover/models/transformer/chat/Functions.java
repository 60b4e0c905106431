package dev.carryover.models.transformer.chat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** What a template can call by name. There is no clock: two renderings of the same are the same. */
final class Functions {
  private Functions() {}

  static Object call(String name, List<Object> values, Map<String, Object> named, Scope scope) {
    scope.step();
    switch (name) {
      case "raise_exception" -> {
        String reason = values.isEmpty() ? "" : Values.text(values.get(0));
        throw new TemplateException("it refuses these turns: " + reason);
      }
      case "namespace" -> {
        return new Namespace(new LinkedHashMap<>(named));
      }
      case "range" -> {
        if (values.isEmpty()
            || values.size() > 2
            || !values.stream().allMatch(Long.class::isInstance)) {
          throw new TemplateException("range takes one or two numbers");
        }
        long from = values.size() == 1 ? 0 : (Long) values.get(0);
        long to = (Long) values.get(values.size() - 1);
        scope.spend(Limits.STEP * Math.min(Limits.WORK, Math.max(0, to - from)));
        return LongStream.range(from, to).boxed().toList();
      }
      default -> throw new TemplateException("the function '" + name + "' is not known here");
    }
  }
}
