package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.StoredItem;
import dev.carryover.core.StoredItem.Source;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ServiceException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Understands what a memory answers. */
final class Answers {
  private static final String ITEMS = "items";

  private Answers() {}

  /**
   * The answer itself, where it belongs to the request and is no error.
   *
   * @throws ServiceException with the memory's words otherwise
   */
  static ObjectNode checked(ObjectNode answer, Request request, String who) {
    JsonNode id = answer.path("id");
    if (!id.isIntegralNumber() || id.longValue() != request.id()) {
      throw new ServiceException(
          "%s answered with the id %s to '%s' with the id %d; send back the request's id"
              .formatted(
                  who, id.isMissingNode() ? "missing" : id, request.op().word(), request.id()));
    }
    String where = where(who, request.op());
    Optional<String> error = Json.text(answer, "error", where);
    if (error.isPresent()) {
      throw new ServiceException(where + " with an error: " + Json.printable(error.get()));
    }
    return answer;
  }

  /** How messages name an answer. */
  static String where(String who, Op op) {
    return "%s answered '%s'".formatted(who, op.word());
  }

  /** The items, in order, each id once. */
  static List<StoredItem> items(ObjectNode answer, String where) {
    if (!answer.has(ITEMS)) {
      throw new ServiceException(
          where + " without 'items', which its capabilities promise; send an array, empty if none");
    }
    List<StoredItem> items = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode node : Json.array(answer, ITEMS, where)) {
      StoredItem item = item(node, where);
      if (!ids.add(item.id())) {
        throw new ServiceException(
            "%s with two items of the id '%s'; an id names one item".formatted(where, item.id()));
      }
      items.add(item);
    }
    return items;
  }

  private static StoredItem item(JsonNode node, String where) {
    List<Source> sources = new ArrayList<>();
    addSources(sources, node, "events", true, where);
    addSources(sources, node, "parts", false, where);
    try {
      return new StoredItem(
          Json.requireText(node, "id", where), Json.requireText(node, "text", where), sources);
    } catch (IllegalArgumentException e) {
      throw new ServiceException(where + " with an item that is none: " + e.getMessage(), e);
    }
  }

  private static void addSources(
      List<Source> sources, JsonNode node, String key, boolean whole, String where) {
    for (JsonNode event : Json.array(node, key, where)) {
      if (!event.isTextual() || event.textValue().isBlank()) {
        throw new ServiceException(
            "%s: '%s' holds %s; give event ids as texts".formatted(where, key, event));
      }
      sources.add(new Source(event.textValue(), whole));
    }
  }

  /** What the memory said for itself. */
  static Reply reply(ObjectNode answer, String where) {
    JsonNode said = answer.path("answer");
    if (!said.isObject()) {
      throw new ServiceException(
          where
              + " without an object 'answer', which its capabilities promise; send {\"text\": \"\"} where it has nothing to say");
    }
    JsonNode usage = said.path("usage");
    return new Reply(
        Json.requireText(said, "text", where),
        finish(said, where),
        new Usage(
            Json.number(usage, "tokens_in", 0, 0, where),
            Json.number(usage, "tokens_out", 0, 0, where)));
  }

  private static FinishReason finish(JsonNode said, String where) {
    String word = Json.text(said, "finish", where).orElse("unknown");
    return switch (word) {
      case "stop" -> FinishReason.STOP;
      case "length" -> FinishReason.LENGTH;
      case "filtered" -> FinishReason.FILTERED;
      case "unknown" -> FinishReason.UNKNOWN;
      default ->
          throw new ServiceException(
              "%s: 'finish' is '%s'; give stop, length, filtered or unknown"
                  .formatted(where, Json.printable(word)));
    };
  }
}
