package dev.carryover.studies.lab;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.SettingException;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoModel;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import dev.carryover.studies.frame.Step.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The model of a study: reads sources, answers after caches, trains cartridges. */
public final class Lab implements AutoCloseable {
  /** Tokens of a question and an answer that a memory must leave room for. */
  public static final int ROOM_TO_ANSWER = 32;

  private final PromptedTransformer model;
  private final CartridgeTrainer trainer;
  private final NanoGrammar grammar;

  private Lab(NanoModel nano) {
    this.model = nano.model();
    this.trainer = nano.trainer();
    this.grammar = nano.grammar();
  }

  /**
   * Opens a model.
   *
   * @param name of a nano model that is built in, or the folder of one
   * @throws SettingException if it is neither
   */
  public static Lab open(String name) {
    if (NanoModel.names().contains(name)) {
      return new Lab(NanoModel.shipped(name));
    }
    Path folder = Path.of(name).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new SettingException(
          "--model",
          "there is no model '" + name + "'",
          "give the folder of a nano model, or one of " + String.join(", ", NanoModel.names()));
    }
    return new Lab(NanoModel.in(String.valueOf(folder.getFileName()), folder));
  }

  /** Who answers. */
  public ModelIdentity identity() {
    return model.model().identity();
  }

  /** Its trainer of cartridges. */
  CartridgeTrainer trainer() {
    return trainer;
  }

  /** The model with its prompt. */
  PromptedTransformer model() {
    return model;
  }

  /** What a question names: people, attributes, roles and sources. */
  Set<String> names(String question) {
    return Stream.of(question.strip().split("\\s+"))
        .filter(
            word ->
                grammar.isName(word)
                    || grammar.attributes().contains(word)
                    || grammar.roles().contains(word)
                    || grammar.sources().contains(word))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** How many columns the cache of a source has. */
  public int tokens(Source source) {
    return model.firstIds(source.passages()).length;
  }

  /** Positions that the model was trained for. */
  public int context() {
    return model.model().geometry().context();
  }

  /** The cache of passages that were read together, for the caller to close. */
  public KvCache read(List<String> passages) {
    return model.read(passages);
  }

  /** A memory that answers after this cache, and closes it. */
  public Memory memory(KvCache cache) {
    return new Memory() {
      @Override
      public List<Reply> answers(List<Question> questions) {
        return model.answers(cache, questions);
      }

      @Override
      public void close() {
        cache.close();
      }
    };
  }

  @Override
  public void close() {
    model.model().close();
  }
}
