package dev.carryover.models.nano;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.models.nano.SelfQuestioning.Reading;
import dev.carryover.models.transformer.state.LocalStates;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The writer that a nano model plays. For notes it reads a stretch of events at a time, as much as
 * half its context holds, and for claims one event, asks itself about it and writes down what it
 * answers: notes are sentences of its own grammar, one a line.
 */
final class NanoWriter implements WriterModel {
  private static final String ALIAS = "alias";
  private static final String TRUSTED_SOURCE = "trusted-source";

  private final NanoModel nano;
  private final LocalStates states;
  private final SelfQuestioning questioning;

  /**
   * @param nano closed with this
   */
  NanoWriter(NanoModel nano) {
    this.nano = nano;
    this.states = nano.states();
    this.questioning = new SelfQuestioning(nano.model(), nano.grammar());
  }

  @Override
  public ModelIdentity identity() {
    return states.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return new TreeMap<>(states.settings());
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    Draft draft = new Draft(maxTokens);
    StringBuilder notes = new StringBuilder();
    int left = maxBytes;
    for (String stretch : stretches(events, draft)) {
      for (Statement statement : draft.read(stretch)) {
        String line = (notes.isEmpty() ? "" : "\n") + statement.sentence();
        int bytes = line.getBytes(StandardCharsets.UTF_8).length;
        if (bytes <= left) {
          notes.append(line);
          left -= bytes;
        } else {
          draft.rejected.add("over the limit of " + maxBytes + " bytes: '" + line.strip() + "'");
        }
      }
    }
    return draft.written(notes.toString());
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    Draft draft = new Draft(maxTokens);
    List<Claim> claims = new ArrayList<>();
    for (Event event : events) {
      for (String whole : stretches(List.of(event), draft)) {
        for (Statement statement : draft.read(whole)) {
          claim(statement, event, schema).ifPresent(claims::add);
        }
        rule(whole, event, schema).ifPresent(claims::add);
      }
    }
    return draft.written(List.copyOf(claims));
  }

  private static Optional<Claim> claim(Statement statement, Event event, ClaimSchema schema) {
    String relation =
        switch (statement.kind()) {
          case RULE -> TRUSTED_SOURCE;
          case ALIAS -> ALIAS;
          case ROLE, VALUE, CHANGE -> statement.word();
        };
    return schema
        .relation(relation)
        .map(
            known ->
                new Claim(
                    statement.subject(),
                    relation,
                    statement.object(),
                    statement.source(),
                    event.id(),
                    event.time()));
  }

  /** A rule stands alone in its event, where nothing can be asked under it. */
  private Optional<Claim> rule(String text, Event event, ClaimSchema schema) {
    List<String> words = List.of(text.split("\\s+"));
    if (!words.contains(Statement.RULE) || words.stream().anyMatch(nano.grammar()::isName)) {
      return Optional.empty();
    }
    return words.stream()
        .filter(nano.grammar().sources()::contains)
        .findFirst()
        .flatMap(source -> claim(Statement.rule(source), event, schema));
  }

  /** The texts of consecutive events, as many together as half the context holds. */
  private List<String> stretches(List<Event> events, Draft draft) {
    int most = nano.model().model().geometry().context() / 2;
    List<String> stretches = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    int tokens = 0;
    for (Event event : events) {
      int own = nano.model().model().tokens().encode(event.text()).length;
      if (own > most) {
        draft.rejected.add(
            "%s: not read, it has %d tokens and %d are read at a time"
                .formatted(event.id(), own, most));
        continue;
      }
      if (tokens + own > most) {
        stretches.add(open.toString());
        open.setLength(0);
        tokens = 0;
      }
      open.append(open.isEmpty() ? "" : " ").append(event.text());
      tokens += own;
    }
    stretches.add(open.toString());
    return stretches;
  }

  @Override
  public Optional<StatefulModel> state() {
    return Optional.of(states);
  }

  @Override
  public void close() {
    nano.model().model().close();
  }

  /** What was read so far, and what it took. */
  private final class Draft {
    private final int maxTokens;
    private final List<String> rejected = new ArrayList<>();
    private Usage usage = Usage.NONE;
    private boolean cutOff;

    Draft(int maxTokens) {
      this.maxTokens = maxTokens;
    }

    /** What a text says; nothing more once the allowance of output is spent. */
    List<Statement> read(String text) {
      if (usage.tokensOut() >= maxTokens) {
        cutOff = true;
        return List.of();
      }
      Reading reading = questioning.of(text);
      usage = usage.plus(reading.usage());
      rejected.addAll(reading.rejected());
      return reading.statements();
    }

    <T> Written<T> written(T content) {
      return new Written<>(content, usage, cutOff, rejected);
    }
  }
}
