package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** A small memory in this process: one item an event, found again by the words it shares. */
final class WordMemory {
  static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Long, ArrayNode> open = new ConcurrentHashMap<>();

  /** The answer to a request. */
  ObjectNode answer(JsonNode request) throws IOException {
    ObjectNode answer = JSON.createObjectNode();
    answer.set("id", request.get("id"));
    long store = request.path("memory").asLong();
    switch (request.get("op").asText()) {
      case "hello" -> hello(answer);
      case "write" -> write(request);
      case "open" -> open.put(store, (ArrayNode) JSON.readTree(file(request).toFile()));
      case "items" -> answer.set("items", opened(store));
      case "read" -> answer.set("items", best(opened(store), request));
      default -> open.remove(store);
    }
    return answer;
  }

  private ArrayNode opened(long store) {
    ArrayNode items = open.get(store);
    if (items == null) {
      throw new IllegalStateException("memory " + store + " is not open");
    }
    return items;
  }

  private static void hello(ObjectNode answer) {
    answer.put("protocol", 1).put("name", "words").put("version", "1").put("parallel", 4);
    answer.putArray("capabilities").add("write").add("retrieve").add("items");
  }

  private static void write(JsonNode request) throws IOException {
    ArrayNode items = JSON.createArrayNode();
    for (JsonNode event : request.get("events")) {
      String text = event.get("text").asText();
      ObjectNode item = items.addObject().put("id", "item " + event.get("id").asText());
      item.put("text", text).putArray("events").add(event.get("id"));
    }
    JSON.writeValue(file(request).toFile(), items);
  }

  private static ArrayNode best(ArrayNode items, JsonNode request) {
    Set<String> asked = words(request.get("question").asText());
    List<JsonNode> ranked = new ArrayList<>();
    items.forEach(ranked::add);
    ranked.sort(
        Comparator.comparing(
            item -> -words(item.get("text").asText()).stream().filter(asked::contains).count()));
    ArrayNode best = JSON.createArrayNode();
    ranked.forEach(best::add); // more than k: what is beyond is left out
    return best;
  }

  private static Set<String> words(String text) {
    return new TreeSet<>(Arrays.asList(text.toLowerCase(Locale.ROOT).split("\\W+")));
  }

  private static Path file(JsonNode request) {
    return Path.of(request.get("folder").asText(), "items.json");
  }
}
