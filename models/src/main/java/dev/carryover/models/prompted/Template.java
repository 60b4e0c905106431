package dev.carryover.models.prompted;

import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Prompt;
import dev.carryover.core.spi.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt with placeholders such as <code>{{question}}</code>. For {@link Style#CHAT} the file
 * holds the instruction, a line of three hyphens and the turn, for {@link Style#COMPLETION} one
 * text; white space at the ends is not part of it. Values are put in as they are: a placeholder
 * that one of them spells stays text.
 */
final class Template {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]*)\\}\\}");
  private static final Pattern DIVIDER = Pattern.compile("(?m)^---[ \\t]*\\n");

  private final List<String> system;
  private final List<String> user;
  private final String hash;

  private Template(String system, String user, String hash) {
    this(parts(system.strip()), parts(user.strip()), hash);
  }

  private Template(List<String> system, List<String> user, String hash) {
    this.system = List.copyOf(system);
    this.user = List.copyOf(user);
    this.hash = hash;
  }

  /** Text and placeholders by turns; text, which may be empty, comes first and last. */
  private static List<String> parts(String template) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (Matcher found = PLACEHOLDER.matcher(template); found.find(); from = found.end()) {
      parts.add(template.substring(from, found.start()));
      parts.add(found.group(1));
    }
    parts.add(template.substring(from));
    return parts;
  }

  /**
   * Loads a prompt.
   *
   * @param role such as {@code reader}: the file is {@code reader-chat.txt} or the one that the
   *     setting {@code reader_prompt} names
   * @param needed placeholders that must be there
   * @param allowed others that may be
   * @throws SettingException naming the file and the placeholder, or what else is wrong with it
   */
  static Template load(
      String role, Style style, Optional<String> given, List<String> needed, List<String> allowed) {
    String key = role + "_prompt";
    TextFile file =
        given
            .map(path -> TextFile.given(key, path))
            .orElseGet(() -> TextFile.builtIn(role + "-" + style.label() + ".txt"));
    checkPlaceholders(key, file, needed, allowed);
    if (style == Style.COMPLETION) {
      return new Template("", file.text(), file.hash());
    }
    String[] parts = DIVIDER.split(file.text(), -1);
    if (parts.length != 2) {
      throw new SettingException(
          key,
          "%s has %d lines '---'".formatted(file.name(), parts.length - 1),
          "in the style 'chat' one such line parts the instruction from the turn");
    }
    return new Template(parts[0], parts[1], file.hash());
  }

  private static void checkPlaceholders(
      String key, TextFile file, List<String> needed, List<String> allowed) {
    List<String> found =
        PLACEHOLDER.matcher(file.text()).results().map(result -> result.group(1)).toList();
    for (String name : found) {
      if (!needed.contains(name) && !allowed.contains(name)) {
        throw new SettingException(
            key,
            "%s has the unknown placeholder '{{%s}}'".formatted(file.name(), name),
            "known are " + written(needed) + (allowed.isEmpty() ? "" : ", " + written(allowed)));
      }
    }
    for (String name : needed) {
      if (!found.contains(name)) {
        throw new SettingException(
            key,
            "%s lacks the placeholder '{{%s}}'".formatted(file.name(), name),
            "write it where its text belongs"
                + (name.equals("examples") ? ", or set examples: false" : ""));
      }
    }
  }

  private static String written(List<String> names) {
    return String.join(", ", names.stream().map(name -> "{{" + name + "}}").toList());
  }

  /**
   * This prompt up to the line of its turn in which a placeholder comes first, which must be there.
   */
  Template before(String placeholder) {
    int at = place(placeholder);
    List<String> parts = new ArrayList<>(user.subList(0, at));
    parts.set(at - 1, user.get(at - 1).substring(0, lineStart(user.get(at - 1))));
    return new Template(system, parts, hash);
  }

  /** What {@link #before} leaves of the turn. */
  Template from(String placeholder) {
    int at = place(placeholder);
    List<String> parts = new ArrayList<>(user.subList(at - 1, user.size()));
    parts.set(0, user.get(at - 1).substring(lineStart(user.get(at - 1))));
    return new Template(List.of(""), parts, hash);
  }

  /** Whether filling it needs a value for this placeholder. */
  boolean holds(String placeholder) {
    return isPlaceholder(system, placeholder) || isPlaceholder(user, placeholder);
  }

  private static boolean isPlaceholder(List<String> parts, String placeholder) {
    for (int i = 1; i < parts.size(); i += 2) {
      if (parts.get(i).equals(placeholder)) {
        return true;
      }
    }
    return false;
  }

  private int place(String placeholder) {
    for (int i = 1; i < user.size(); i += 2) {
      if (user.get(i).equals(placeholder)) {
        return i;
      }
    }
    throw new IllegalArgumentException("the turn has no placeholder '" + placeholder + "'");
  }

  private static int lineStart(String text) {
    return text.lastIndexOf('\n') + 1;
  }

  /** SHA-256 of the file. */
  String hash() {
    return hash;
  }

  /**
   * The prompt.
   *
   * @param values by placeholder, for every one of them
   * @param use a model that goes on with text gets instruction and turn as one
   */
  Prompt fill(Map<String, String> values, LanguageModel.Use use) {
    String instruction = filled(system, values);
    String turn = filled(user, values);
    if (use == LanguageModel.Use.COMPLETION && !instruction.isEmpty()) {
      return new Prompt("", instruction + "\n\n" + turn);
    }
    return new Prompt(instruction, turn);
  }

  private static String filled(List<String> parts, Map<String, String> values) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    StringBuilder text = new StringBuilder(parts.get(0));
    for (int i = 1; i < parts.size(); i += 2) {
      text.append(values.getOrDefault(parts.get(i), "")).append(parts.get(i + 1));
    }
    return text.toString();
  }
}
