package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.WriterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A writer that claims what simple sentences say: {@code The R of S is O, …}, or, for names that no
 * sentence can hold, {@code subject ¦ relation ¦ object ¦ source ¦ event}, the last two optional.
 * It claims whatever relation it reads, and leaves the schema to whoever asked.
 */
final class SentenceWriter implements WriterModel {
  private static final Pattern SENTENCE =
      Pattern.compile("The ([\\w -]+?) of (.+?) is (.+?)(?:, and .*)?\\.");

  private final List<String> unreadable = new ArrayList<>();
  private final List<Integer> allowances = new CopyOnWriteArrayList<>();

  /** A writer that also says something in no form at all. */
  static SentenceWriter saying(String unreadable) {
    SentenceWriter writer = new SentenceWriter();
    writer.unreadable.add(unreadable);
    return writer;
  }

  /** The output tokens that each call allowed. */
  List<Integer> allowances() {
    return allowances;
  }

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn("sentence-writer", "1");
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>(Map.of("prompt", "none"));
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    throw new UnsupportedOperationException("claims are all that it writes");
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    allowances.add(maxTokens);
    List<Claim> claims = new ArrayList<>();
    events.forEach(event -> claim(event).ifPresent(claims::add));
    return new Written<>(
        claims, new Usage(events.size(), claims.size()), !unreadable.isEmpty(), unreadable);
  }

  private static Optional<Claim> claim(Event event) {
    List<String> fields = List.of(event.text().split(" ¦ ", -1));
    if (fields.size() > 2) {
      return Optional.of(
          new Claim(
              fields.get(0),
              fields.get(1),
              fields.get(2),
              fields.size() > 3 && !fields.get(3).isEmpty()
                  ? Optional.of(fields.get(3))
                  : Optional.empty(),
              fields.size() > 4 ? fields.get(4) : event.id(),
              Optional.of("a time that the writer made up")));
    }
    Matcher said = SENTENCE.matcher(event.text());
    return said.matches()
        ? Optional.of(
            new Claim(
                said.group(2),
                said.group(1).replace(' ', '-'),
                said.group(3),
                Optional.empty(),
                event.id(),
                event.time()))
        : Optional.empty();
  }
}
