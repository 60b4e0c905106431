package dev.carryover.core.spi;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A plug-in's settings as text by key. Reading one checks it; unknown keys are refused. */
public final class Settings {
  /** No settings: every default holds. */
  public static final Settings NONE = new Settings(Map.of());

  private final Map<String, String> values;

  private Settings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** Settings with these values. */
  public static Settings of(Map<String, String> values) {
    return new Settings(values);
  }

  /** These settings, with the given ones where these are silent. */
  public Settings orElse(Map<String, String> defaults) {
    Map<String, String> merged = new HashMap<>(defaults);
    merged.putAll(values);
    return new Settings(merged);
  }

  /**
   * Refuses a key that is not among the parameters.
   *
   * @throws SettingException naming the known keys
   */
  public Settings onlyKnown(Collection<Plugin.Parameter> parameters) {
    List<String> known = parameters.stream().map(Plugin.Parameter::name).sorted().toList();
    for (String key : new TreeMap<>(values).keySet()) {
      if (!known.contains(key)) {
        throw new SettingException(
            key,
            "unknown setting '" + key + "'",
            known.isEmpty()
                ? "no settings are taken here"
                : "known are " + String.join(", ", known));
      }
    }
    return this;
  }

  /** The text under a key. */
  public Optional<String> text(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * The whole number under a key.
   *
   * @throws SettingException if it is no whole number, or out of range
   */
  public int integer(String key, int defaultValue, int least, int most) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return defaultValue;
    }
    try {
      int value = Integer.parseInt(text.get().strip());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw new SettingException(
        key,
        "'%s' is '%s'".formatted(key, text.get()),
        "give a whole number from %d to %d".formatted(least, most));
  }

  /**
   * The switch under a key.
   *
   * @throws SettingException if it is neither {@code true} nor {@code false}
   */
  public boolean flag(String key, boolean defaultValue) {
    return Boolean.parseBoolean(
        choice(key, Boolean.toString(defaultValue), List.of("true", "false")));
  }

  /**
   * The word under a key.
   *
   * @throws SettingException if it is none of the allowed ones
   */
  public String choice(String key, String defaultValue, List<String> allowed) {
    String value = text(key).orElse(defaultValue);
    if (!allowed.contains(value)) {
      throw new SettingException(
          key, "'%s' is '%s'".formatted(key, value), "choose one of " + String.join(", ", allowed));
    }
    return value;
  }

  /** All values, sorted by key. */
  public SortedMap<String, String> asMap() {
    return new TreeMap<>(values);
  }

  @Override
  public String toString() {
    return asMap().toString();
  }
}
