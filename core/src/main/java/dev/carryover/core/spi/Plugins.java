package dev.carryover.core.spi;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds plug-ins by kind and name. */
public final class Plugins {
  private Plugins() {}

  /**
   * Every plug-in of a kind on the class path, by name.
   *
   * @throws IllegalStateException if two share a name
   */
  public static <P extends Plugin> Map<String, P> all(Class<P> kind) {
    Map<String, P> found = new TreeMap<>();
    for (P plugin : ServiceLoader.load(kind)) {
      P other = found.put(plugin.name(), plugin);
      if (other != null) {
        throw new IllegalStateException(
            "two plug-ins of kind %s are named '%s': %s and %s"
                .formatted(
                    kind.getSimpleName(),
                    plugin.name(),
                    other.getClass().getName(),
                    plugin.getClass().getName()));
      }
    }
    return found;
  }

  /**
   * The plug-in with this name.
   *
   * @param what the kind in words, for the message, such as {@code embedder}
   * @throws SettingException if there is none, naming those there are
   */
  public static <P extends Plugin> P named(Class<P> kind, String what, String name) {
    Map<String, P> known = all(kind);
    P plugin = known.get(name);
    if (plugin == null) {
      List<String> names = known.keySet().stream().toList();
      throw new SettingException(
          what,
          "unknown " + what + " '" + name + "'",
          names.isEmpty()
              ? "none is installed"
              : "known are " + names.stream().collect(Collectors.joining(", ")));
    }
    return plugin;
  }
}
