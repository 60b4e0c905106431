package dev.carryover.models.service;

import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a service is and how it is called.
 *
 * @param url base address, without a slash at its end
 * @param model the configured name
 * @param secret the key
 * @param parallel most requests in flight
 * @param timeout of one attempt
 * @param deadline after which no attempt begins
 * @param attempts most attempts at one call
 * @param backoff wait after the first failure
 * @param confirmEvery how often a long run asks who answers
 */
record ServiceSettings(
    ServiceKind kind,
    String url,
    Optional<String> model,
    Secret secret,
    int parallel,
    Duration timeout,
    Duration deadline,
    int attempts,
    Duration backoff,
    Duration confirmEvery) {
  /** Requests in flight where nobody says otherwise: what a small server bears. */
  private static final int DEFAULT_PARALLEL = 8;

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");
  private static final Map<String, Integer> MILLIS =
      Map.of("ms", 1, "s", 1000, "m", 60_000, "h", 3_600_000);

  /**
   * Reads the settings.
   *
   * @param environment from a variable's name to its value
   * @throws SettingException if one cannot be used, or the key's variable is not set
   */
  static ServiceSettings read(
      ServiceKind kind,
      Settings settings,
      ModelContext context,
      Function<String, @Nullable String> environment) {
    Settings all = settings.orElse(Map.of("url", kind.defaultUrl()));
    Optional<String> key = given(settings, "key");
    return new ServiceSettings(
        kind,
        address(all.text("url").orElse("")),
        given(settings, "model"),
        key.isEmpty() || context.dryRun() ? Secret.NONE : Secret.in(key.get(), environment),
        Math.min(
            given(settings, "parallel").isEmpty()
                ? DEFAULT_PARALLEL
                : settings.integer("parallel", DEFAULT_PARALLEL, 1, 4096),
            context.parallel()),
        duration(settings, "timeout", Duration.ofSeconds(120)),
        duration(settings, "deadline", Duration.ofMinutes(10)),
        settings.integer("attempts", 8, 1, 1000),
        duration(settings, "backoff", Duration.ofMillis(500)),
        duration(settings, "confirm_every", Duration.ofMinutes(5)));
  }

  /** A setting that says something. */
  static Optional<String> given(Settings settings, String key) {
    return settings.text(key).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static String address(String url) {
    String problem = "'url' is '" + url + "'";
    String remedy = "give the service's base address, such as http://localhost:8000/v1";
    try {
      URI uri = new URI(url.strip());
      if (uri.getUserInfo() != null) {
        throw new SettingException(
            "url", "'url' holds a name or a password", "keep it out, and name a variable as 'key'");
      }
      if (uri.getHost() != null
          && uri.getScheme() != null
          && uri.getScheme().matches("https?")
          && uri.getQuery() == null) {
        return uri.toString().replaceAll("/+$", "");
      }
    } catch (URISyntaxException e) {
      // reported below, like an address without a host
    }
    throw new SettingException("url", problem, remedy);
  }

  private static Duration duration(Settings settings, String key, Duration defaultValue) {
    Optional<String> text = given(settings, key);
    if (text.isEmpty()) {
      return defaultValue;
    }
    Matcher matcher = DURATION.matcher(text.get());
    if (matcher.matches() && Long.parseLong(matcher.group(1)) > 0) {
      return Duration.ofMillis(
          Long.parseLong(matcher.group(1)) * MILLIS.getOrDefault(matcher.group(2), 1));
    }
    throw new SettingException(
        key,
        "'%s' is '%s'".formatted(key, text.get()),
        "give a time with its unit, such as 500ms, 30s, 10m or 1h");
  }

  /** A duration as the settings write it. */
  static String words(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /** The address of an endpoint below the base address. */
  URI under(String path) {
    return URI.create(url + path);
  }

  /** The address of an endpoint beside {@code /v1}. */
  URI beside(String path) {
    return URI.create(url.replaceAll("/v1$", "") + path);
  }
}
