package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a memory introduces itself.
 *
 * @param name what it is called
 * @param version changes whenever what it writes or answers may change
 * @param capabilities what it can do
 * @param parallel how many requests one running memory takes at once
 */
record Hello(String name, String version, Set<Capability> capabilities, int parallel) {
  /** The version of the protocol that is spoken here. */
  static final int PROTOCOL = 1;

  private static final int MOST_PARALLEL = 1024;

  /** What a memory may be able to do. */
  enum Capability {
    WRITE,
    ANSWER,
    ITEMS,
    RETRIEVE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean can(Capability capability) {
    return capabilities.contains(capability);
  }

  /**
   * The introduction in an answer.
   *
   * @param wanted the version that it must have, where one is given
   * @throws UnusableException if no test could be made with this memory
   */
  static Hello from(ObjectNode answer, String who, Optional<String> wanted) {
    String where = Answers.where(who, Op.HELLO);
    int protocol = Json.number(answer, "protocol", 0, 0, where);
    if (protocol != PROTOCOL) {
      throw new UnusableException(
          where + " with protocol version " + (protocol == 0 ? "missing" : protocol),
          "speak version " + PROTOCOL + ", as docs/external-memory.md has it");
    }
    Hello hello =
        new Hello(
            Json.requireText(answer, "name", where),
            Json.requireText(answer, "version", where),
            capabilities(answer, where),
            Math.min(MOST_PARALLEL, Json.number(answer, "parallel", 1, 1, where)));
    hello.requireWanted(where, wanted);
    hello.requireUse(where);
    return hello;
  }

  private static Set<Capability> capabilities(ObjectNode answer, String where) {
    Set<Capability> found = EnumSet.noneOf(Capability.class);
    for (JsonNode word : Json.array(answer, "capabilities", where)) {
      found.add(
          Stream.of(Capability.values())
              .filter(capability -> capability.word().equals(word.asText()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new UnusableException(
                          "%s with the unknown capability %s".formatted(where, word),
                          "known are " + words(Set.of(Capability.values())))));
    }
    return found;
  }

  private void requireWanted(String where, Optional<String> wanted) {
    if (wanted.isPresent() && !wanted.get().equals(version)) {
      throw new UnusableException(
          "%s with the version '%s', and 'version' asks for '%s'"
              .formatted(where, Json.printable(version), wanted.get()),
          "start the right memory, or change 'version'");
    }
  }

  private void requireUse(String where) {
    if (!can(Capability.WRITE)) {
      throw new UnusableException(
          "%s with the capabilities [%s], without 'write'".formatted(where, words(capabilities)),
          "a memory must be able to write a history");
    }
    if (!can(Capability.ANSWER) && !can(Capability.RETRIEVE)) {
      throw new UnusableException(
          "%s with the capabilities [%s], with neither 'answer' nor 'retrieve'"
              .formatted(where, words(capabilities)),
          "a memory must answer a question, or return what it retrieved for one");
    }
  }

  private static String words(Set<Capability> capabilities) {
    return capabilities.stream().sorted().map(Capability::word).collect(Collectors.joining(", "));
  }
}
