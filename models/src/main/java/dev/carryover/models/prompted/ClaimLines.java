package dev.carryover.models.prompted;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the claims that a model wrote about the events of one call, a line each: {@code subject |
 * relation | object}, with {@code | said by SOURCE} where a party is named; a hyphen, an asterisk
 * or {@code Claim:} in front is passed over, and {@code none} is no claim. Every other line is
 * rejected with the reason. What a claim names must stand in its event.
 */
final class ClaimLines {
  private static final Pattern FRONT = Pattern.compile("^(?:[-*]\\s+|(?i:claims?):\\s*)");
  private static final Pattern SAID_BY = Pattern.compile("^(?i:said by)\\s+");
  private static final Pattern NONE = Pattern.compile("(?i:none)\\.?");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[-_\\s]+");

  private final List<Event> events;
  private final ClaimSchema schema;
  private final List<Claim> claims = new ArrayList<>();
  private final List<String> rejected = new ArrayList<>();

  private ClaimLines(List<Event> events, ClaimSchema schema) {
    this.events = events;
    this.schema = schema;
  }

  /** The claims of a reply. */
  static ClaimLines of(Reply reply, List<Event> events, ClaimSchema schema) {
    ClaimLines read = new ClaimLines(events, schema);
    List<String> lines = List.of(reply.text().split("\\R", -1));
    for (int i = 0; i < lines.size(); i++) {
      String line = FRONT.matcher(lines.get(i).strip()).replaceFirst("");
      boolean last = i == lines.size() - 1;
      if (line.isEmpty() || NONE.matcher(line).matches()) {
        continue;
      }
      if (last && reply.finish() == FinishReason.LENGTH) {
        read.reject(line, "cut off");
      } else {
        read.take(line);
      }
    }
    return read;
  }

  /** The claims, in the order of the lines. */
  List<Claim> claims() {
    return List.copyOf(claims);
  }

  /** The other lines, each with the call's events and the reason. */
  List<String> rejected() {
    return List.copyOf(rejected);
  }

  private void take(String line) {
    List<String> parts = List.of(line.split("\\|", -1)).stream().map(String::strip).toList();
    if (parts.size() < 3 || parts.size() > 4) {
      reject(line, parts.size() + " parts, not 3 or 4");
      return;
    }
    if (parts.stream().anyMatch(String::isEmpty)) {
      reject(line, "an empty part");
      return;
    }
    if (parts.size() == 4 && !SAID_BY.matcher(parts.get(3)).find()) {
      reject(line, "the last part does not begin with 'said by'");
      return;
    }
    Optional<String> source =
        parts.stream().skip(3).findFirst().map(last -> SAID_BY.matcher(last).replaceFirst(""));
    relation(parts.get(1))
        .ifPresentOrElse(
            relation -> take(line, parts.get(0), relation, parts.get(2), source),
            () -> reject(line, "no relation of the schema"));
  }

  private void take(
      String line, String subject, String relation, String object, Optional<String> source) {
    List<Claim> possible =
        events.stream()
            .filter(event -> holds(event, subject) && holds(event, object))
            .filter(event -> source.isEmpty() || holds(event, source.get()))
            .map(event -> new Claim(subject, relation, object, source, event.id(), event.time()))
            .toList();
    if (possible.isEmpty()) {
      reject(line, "names what its event does not");
      return;
    }
    possible.stream()
        .filter(claim -> !claims.contains(claim))
        .findFirst()
        .ifPresentOrElse(claims::add, () -> reject(line, "said before"));
  }

  private static boolean holds(Event event, String phrase) {
    return Verbatim.holds(event.asLine(), phrase);
  }

  private Optional<String> relation(String said) {
    return schema.relation(said).map(ClaimSchema.Relation::name).or(() -> similar(said));
  }

  private Optional<String> similar(String said) {
    return schema.relations().stream()
        .map(ClaimSchema.Relation::name)
        .filter(name -> folded(name).equals(folded(said)))
        .findFirst();
  }

  private static String folded(String name) {
    return BETWEEN_WORDS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
  }

  private void reject(String line, String reason) {
    String from = String.join(", ", events.stream().map(Event::id).toList());
    rejected.add("%s: '%s': %s".formatted(from, line, reason));
  }
}
