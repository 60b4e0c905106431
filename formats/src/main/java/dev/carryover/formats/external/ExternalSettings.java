package dev.carryover.formats.external;

import dev.carryover.core.Role;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of the format.
 *
 * @param command as given; empty where there is an endpoint
 * @param url without a slash at its end; empty where there is a command
 * @param timeout of a request
 * @param restarts how often a process that ended is started again for one request
 * @param processes how many run at once
 * @param k how many ranked items a read returns at most
 * @param roles whose players change what the memory writes or answers
 * @param environment the variables that the process gets; nothing for all
 * @param version that the memory must have, where one is given
 */
record ExternalSettings(
    Optional<String> command,
    Optional<String> url,
    Duration timeout,
    int restarts,
    int processes,
    int k,
    Set<Role> roles,
    Optional<List<String>> environment,
    Optional<String> version) {
  static final String COMMAND = "command";
  static final String URL = "url";
  static final String TIMEOUT = "timeout";
  static final String RESTARTS = "restarts";
  static final String PROCESSES = "processes";
  static final String K = "k";
  static final String ROLES = "roles";
  static final String ENVIRONMENT = "environment";
  static final String VERSION = "version";

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(COMMAND, "", "the program that is the memory, with its arguments; or url"),
          new Parameter(URL, "", "the endpoint that is the memory; or command"),
          new Parameter(TIMEOUT, "120s", "for each request, in ms, s or m"),
          new Parameter(RESTARTS, "1", "of a command that ended, for each request"),
          new Parameter(PROCESSES, "1", "of a command, side by side"),
          new Parameter(K, "8", "ranked items that a read returns at most"),
          new Parameter(
              ROLES, "writer,reader", "what changes the memory: writer, reader, embedder"),
          new Parameter(
              ENVIRONMENT, "all", "names of the variables that a command gets, with commas"),
          new Parameter(VERSION, "", "that the memory must tell; empty for any"));

  private static final String ALL = "all";
  private static final List<String> ONLY_OF_COMMANDS = List.of(RESTARTS, PROCESSES, ENVIRONMENT);
  private static final Pattern TIME = Pattern.compile("([0-9]{1,6})(ms|s|m)");

  static ExternalSettings from(Settings settings) {
    Optional<String> command = settings.text(COMMAND).filter(text -> !text.isBlank());
    Optional<String> url = settings.text(URL).filter(text -> !text.isBlank());
    if (command.isPresent() == url.isPresent()) {
      throw new SettingException(
          command.isPresent() ? URL : COMMAND,
          command.isPresent() ? "'command' and 'url' are both given" : "no memory is given",
          "give 'command' or 'url'");
    }
    command.ifPresent(line -> CommandLine.split(line, COMMAND));
    url.ifPresent(given -> refuseForUrl(settings));
    return new ExternalSettings(
        command,
        url.map(ExternalSettings::endpoint),
        time(settings),
        settings.integer(RESTARTS, 1, 0, 100),
        settings.integer(PROCESSES, 1, 1, 256),
        settings.integer(K, 8, 1, 10_000),
        roles(settings),
        settings.text(ENVIRONMENT).filter(text -> !text.equals(ALL)).map(ExternalSettings::words),
        settings.text(VERSION).filter(text -> !text.isBlank()));
  }

  /**
   * All that a store depends on.
   *
   * @param told the version that the memory tells
   */
  SortedMap<String, String> asMap(String told) {
    SortedMap<String, String> map = new TreeMap<>();
    map.put(COMMAND, command.orElse(""));
    map.put(URL, url.orElse(""));
    map.put(K, Integer.toString(k));
    map.put(ROLES, roleWords());
    map.put(ENVIRONMENT, environment.map(names -> String.join(",", names)).orElse(ALL));
    map.put(VERSION, told);
    return map;
  }

  /** The memory in messages. */
  String who() {
    return "'" + command.or(() -> url).orElseThrow() + "'";
  }

  /** The roles as given, in one order. */
  String roleWords() {
    List<String> words = new ArrayList<>();
    if (roles.contains(Role.WRITER)) {
      words.add("writer");
    }
    if (roles.contains(Role.READER)) {
      words.add("reader");
    }
    if (roles.contains(Role.INDEX_EMBEDDER)) {
      words.add("embedder");
    }
    return String.join(",", words);
  }

  private static void refuseForUrl(Settings settings) {
    for (String key : ONLY_OF_COMMANDS) {
      if (settings.text(key).isPresent()) {
        throw new SettingException(
            key, "'%s' is given with 'url'".formatted(key), "leave it out: it is for a command");
      }
    }
  }

  private static String endpoint(String given) {
    try {
      URI uri = URI.create(given.strip());
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
        return uri.toString().replaceAll("/+$", "");
      }
    } catch (IllegalArgumentException e) {
      // reported below, like an address of another kind
    }
    throw new SettingException(
        URL, "'url' is '" + given + "'", "give http://HOST:PORT/PATH, without a query");
  }

  private static Duration time(Settings settings) {
    String text = settings.text(TIMEOUT).orElse("120s").strip();
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) == 0) {
      throw new SettingException(
          TIMEOUT, "'timeout' is '" + text + "'", "give a time such as 500ms, 120s or 5m");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMinutes(amount);
    };
  }

  private static Set<Role> roles(Settings settings) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String word : words(settings.text(ROLES).orElse("writer,reader"))) {
      switch (word) {
        case "writer" -> roles.add(Role.WRITER);
        case "reader" -> roles.add(Role.READER);
        case "embedder" -> roles.addAll(Set.of(Role.INDEX_EMBEDDER, Role.QUERY_EMBEDDER));
        default ->
            throw new SettingException(
                ROLES,
                "'roles' holds '" + word + "'",
                "choose from writer, reader, embedder, with commas between them");
      }
    }
    return roles;
  }

  private static List<String> words(String list) {
    return Arrays.stream(list.split(",")).map(String::strip).filter(w -> !w.isEmpty()).toList();
  }
}
