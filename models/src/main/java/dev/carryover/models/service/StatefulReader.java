package dev.carryover.models.service;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.StatefulModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * A reader whose cache can be kept.
 *
 * @param slots closed with it
 */
record StatefulReader(ReaderModel reader, SlotModel slots) implements ReaderModel {
  @Override
  public Optional<StatefulModel> state() {
    return Optional.of(slots);
  }

  @Override
  public List<Problem> preflight() {
    List<Problem> problems = reader.preflight();
    return problems.isEmpty() ? slots.preflight() : problems;
  }

  @Override
  public void close() {
    try (slots) {
      reader.close();
    }
  }

  @Override
  public ReaderModel repeat(int repeat) {
    return new StatefulReader(reader.repeat(repeat), slots);
  }

  @Override
  public ModelIdentity identity() {
    return reader.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return reader.settings();
  }

  @Override
  public void confirm() {
    reader.confirm();
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    return reader.answer(question, passages);
  }

  @Override
  public boolean answersFreely() {
    return reader.answersFreely();
  }

  @Override
  public OptionalLong promptTokens(Question question, List<String> passages) {
    return reader.promptTokens(question, passages);
  }
}
