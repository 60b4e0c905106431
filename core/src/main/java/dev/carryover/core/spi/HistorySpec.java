package dev.carryover.core.spi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Histories as a command line or a migration file names them: {@code NAME:LOCATION}, with settings
 * as {@code ?key=value&key=value} where there are any. The location is taken as it stands, Windows
 * paths included, up to the first question mark; {@code %41} and the like are decoded in the values
 * of settings only, and a plus sign is a plus sign.
 *
 * @param source name of the history source
 * @param location a path, a scale: what the source makes of it
 * @param settings may be empty
 */
public record HistorySpec(String source, String location, Settings settings) {
  private static final String KEY = "histories";
  private static final String FORM =
      "write it as NAME:LOCATION or NAME:LOCATION?key=value&key=value";
  private static final Pattern NAME = Pattern.compile("[a-z0-9.-]+");
  private static final String LONG_WINDOWS_PATH = "\\\\?\\";

  public HistorySpec {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(settings, "settings");
  }

  /**
   * Takes a text apart.
   *
   * @throws SettingException if it has another form, naming the part that cannot be read
   */
  public static HistorySpec parse(String text) {
    String spec = text.strip();
    int colon = spec.indexOf(':');
    if (colon < 0) {
      throw new SettingException(KEY, "'" + spec + "' names no source of histories", FORM);
    }
    String name = spec.substring(0, colon);
    if (!NAME.matcher(name).matches()) {
      throw new SettingException(
          KEY, "'%s' in '%s' is no name of a history source".formatted(name, spec), FORM);
    }
    String rest = spec.substring(colon + 1);
    int from = rest.startsWith(LONG_WINDOWS_PATH) ? LONG_WINDOWS_PATH.length() : 0;
    int mark = rest.indexOf('?', from);
    String location = mark < 0 ? rest : rest.substring(0, mark);
    if (location.isBlank()) {
      throw new SettingException(KEY, "'" + spec + "' has no location after the colon", FORM);
    }
    String query = mark < 0 ? "" : rest.substring(mark + 1);
    return new HistorySpec(name, location, Settings.of(settings(query, spec)));
  }

  /** This spec with a setting where it is silent, if the source takes that setting. */
  public HistorySpec withDefault(String key, String value) {
    boolean taken =
        Plugins.named(HistorySource.class, "history source", source).parameters().stream()
            .anyMatch(parameter -> parameter.name().equals(key));
    return taken ? new HistorySpec(source, location, settings.orElse(Map.of(key, value))) : this;
  }

  /** What to ask the source for. */
  public HistorySource.Request request(boolean skipBad) {
    return new HistorySource.Request(location, settings, skipBad);
  }

  /**
   * Reads or makes the histories.
   *
   * @throws SettingException if the source is unknown, or a setting cannot be used
   * @throws SourceException if a record cannot be used
   */
  public HistorySource.HistorySet load(boolean skipBad) {
    return Plugins.named(HistorySource.class, "history source", source).load(request(skipBad));
  }

  private static Map<String, String> settings(String query, String spec) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String part : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new SettingException(
            KEY,
            "'%s' in '%s' is no setting".formatted(part, spec),
            "write settings as key=value with & between them, and & inside a value as %26");
      }
      String key = part.substring(0, equals);
      if (settings.put(key, decode(part.substring(equals + 1), spec)) != null) {
        throw new SettingException(
            KEY, "'%s' gives '%s' twice".formatted(spec, key), "give each setting once");
      }
    }
    return settings;
  }

  private static String decode(String value, String spec) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] raw = value.getBytes(StandardCharsets.UTF_8);
    try {
      for (int i = 0; i < raw.length; i++) {
        if (raw[i] != '%') {
          bytes.write(raw[i]);
        } else {
          bytes.write(hex(raw, i + 1) * 16 + hex(raw, i + 2));
          i += 2;
        }
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (NumberFormatException | CharacterCodingException e) {
      throw new SettingException(
          KEY,
          "'%s' in '%s' is not percent-encoded UTF-8".formatted(value, spec),
          "write a percent sign in a value as %25");
    }
  }

  private static int hex(byte[] raw, int at) {
    int digit = at < raw.length ? Character.digit(raw[at], 16) : -1;
    if (digit < 0) {
      throw new NumberFormatException();
    }
    return digit;
  }
}
