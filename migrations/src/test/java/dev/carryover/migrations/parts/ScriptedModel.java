package dev.carryover.migrations.parts;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.StopException;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A service for tests that reads by shared words and writes the first lines that fit. Its name says
 * how it behaves: what one name does, is not what another does.
 */
public final class ScriptedModel implements ReaderModel, WriterModel {
  private static final Usage MOST = new Usage(100, 10);
  private static final Usage TAKEN = new Usage(40, 2);

  /** Who was asked, in order. */
  public static final List<String> ASKED = Collections.synchronizedList(new ArrayList<>());

  private static final Set<String> GONE = ConcurrentHashMap.newKeySet();
  private static final Set<String> CHANGED = ConcurrentHashMap.newKeySet();
  private static final Set<String> DOWN = ConcurrentHashMap.newKeySet();

  private final String name;
  private final ModelContext context;
  private final OptionalInt contextLimit;
  private final String prompt;
  private final ModelIdentity identity;
  private final OverlapReader reader = new OverlapReader();

  private ScriptedModel(Settings settings, ModelContext context) {
    this.name = settings.text("model").orElseThrow();
    this.context = context;
    this.prompt = settings.text("prompt").orElse("usual");
    int limit = settings.integer("context", 0, 0, Integer.MAX_VALUE);
    this.contextLimit = limit == 0 ? OptionalInt.empty() : OptionalInt.of(limit);
    if (GONE.contains(name)) {
      throw new ServiceException("'" + name + "' is retired");
    }
    this.identity = seen();
  }

  /** Everyone is back, unchanged, and nobody was asked. */
  public static void reset() {
    ASKED.clear();
    GONE.clear();
    CHANGED.clear();
    DOWN.clear();
  }

  /** It can no longer be reached, not even to be made. */
  public static void retire(String model) {
    GONE.add(model);
  }

  /** It is another model under the same name from now on. */
  public static void change(String model) {
    CHANGED.add(model);
  }

  /** It answers nothing any more. */
  public static void breakDown(String model) {
    DOWN.add(model);
  }

  private ModelIdentity seen() {
    return new ModelIdentity(
        name,
        Optional.of(CHANGED.contains(name) ? "2" : "1"),
        Optional.empty(),
        contextLimit,
        new TreeMap<>(),
        List.of());
  }

  @Override
  public ModelIdentity identity() {
    return identity;
  }

  @Override
  public TreeMap<String, String> settings() {
    return new TreeMap<>(Map.of("prompt", prompt));
  }

  @Override
  public void confirm() {
    if (!seen().equals(identity)) {
      throw new StopException("'" + name + "' is another model now");
    }
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    call();
    String said = context.dryRun() ? "" : reader.answer(question, passages).text();
    return new Reply(name.contains("mute") ? "" : said, FinishReason.STOP, TAKEN);
  }

  @Override
  public OptionalLong promptTokens(Question question, List<String> passages) {
    return OptionalLong.of(
        passages.stream().mapToLong(String::length).sum() + question.text().length());
  }

  private void call() {
    context.budget().reserve(MOST);
    if (!context.dryRun()) {
      ASKED.add(name);
    }
    if (DOWN.contains(name)) {
      context.budget().settle(MOST, Usage.NONE);
      throw new ServiceException("'" + name + "' is down");
    }
    context.budget().settle(MOST, context.dryRun() ? MOST : TAKEN);
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    call();
    StringBuilder notes = new StringBuilder();
    List<Event> order = new ArrayList<>(events);
    if (name.contains("backwards")) {
      Collections.reverse(order);
    }
    if (name.contains("forgetful")) {
      order.removeIf(event -> events.indexOf(event) % 3 == 0);
    }
    for (Event event : order) {
      String line = event.asLine() + "\n";
      if ((notes + line).getBytes(StandardCharsets.UTF_8).length <= maxBytes) {
        notes.append(line);
      }
    }
    return said(notes.toString(), maxBytes, maxTokens);
  }

  /** A token of its is a word. */
  private Written<String> said(String text, int maxBytes, int maxTokens) {
    if (name.contains("blank")) {
      return new Written<>("", TAKEN, false, List.of());
    }
    if (name.contains("talkative")) {
      String more = text + "more and more\n".repeat(1 + maxBytes / 10);
      return new Written<>(more, TAKEN, false, List.of());
    }
    List<String> words = List.of(text.split("(?<=\\s)"));
    if (!name.contains("limited") || words.size() <= maxTokens) {
      return new Written<>(text, TAKEN, false, List.of());
    }
    return new Written<>(
        String.join("", words.subList(0, maxTokens)), new Usage(40, maxTokens), true, List.of());
  }

  @Override
  public Written<String> rewrite(String notes, int maxBytes, int maxTokens, long seed) {
    call();
    List<String> lines = new ArrayList<>(notes.lines().toList());
    if (name.contains("backwards")) {
      Collections.reverse(lines);
    }
    String said = name.contains("silent") ? "" : String.join("\n", lines);
    return said(
        name.contains("forgetful") ? said.replaceAll("[0-9]", "x") : said, maxBytes, maxTokens);
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    throw new ServiceException("writes notes only");
  }

  @Override
  public Optional<StatefulModel> state() {
    return Optional.empty();
  }

  @Override
  public ScriptedModel repeat(int repeat) {
    return this;
  }

  @Override
  public void close() {}

  /** Makes it as a reader. */
  public static final class Readers implements ReaderProvider {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public String description() {
      return "behaves as its name says, for tests";
    }

    @Override
    public ReaderModel create(Settings settings, ModelContext context) {
      return new ScriptedModel(settings, context);
    }
  }

  /** Makes it as a writer. */
  public static final class Writers implements WriterProvider {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public String description() {
      return "behaves as its name says, for tests";
    }

    @Override
    public WriterModel create(Settings settings, ModelContext context) {
      return new ScriptedModel(settings, context);
    }
  }

  /** What writes in place of services in a dry run. */
  public static final class StandIn implements WriterProvider {
    @Override
    public String name() {
      return "extractive-1";
    }

    @Override
    public String description() {
      return "stands for the built-in writer, for tests";
    }

    @Override
    public WriterModel create(Settings settings, ModelContext context) {
      return new ScriptedModel(Settings.of(Map.of("model", "stand-in")), context);
    }
  }
}
