package dev.carryover.studies.lab;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.SettingException;
import dev.carryover.models.nano.NanoGrammar;
import dev.carryover.models.nano.NanoModel;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.role.LocalReading;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import dev.carryover.studies.frame.Step.Memory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The model of a study: reads sources, answers after caches, trains cartridges. */
public final class Lab implements AutoCloseable {
  /** Tokens of a question and an answer that a memory must leave room for. */
  private static final int ROOM_TO_ANSWER = 32;

  private final PromptedTransformer model;
  private final CartridgeTrainer trainer;
  private final Predicate<String> naming;

  private Lab(PromptedTransformer model, CartridgeTrainer trainer, Predicate<String> naming) {
    this.model = model;
    this.trainer = trainer;
    this.naming = naming;
  }

  /**
   * Opens a model.
   *
   * @param name of a nano model that is built in, the folder of one, or a language model in a
   *     Hugging Face folder or a GGUF file
   * @throws SettingException if it is none of them
   */
  public static Lab open(String name) {
    if (NanoModel.names().contains(name)) {
      return of(NanoModel.shipped(name));
    }
    Path path = Path.of(name).toAbsolutePath().normalize();
    if (!Files.exists(path)) {
      throw new SettingException(
          "--model",
          "there is no model '" + name + "'",
          "give a Hugging Face folder, a .gguf file, or one of "
              + String.join(", ", NanoModel.names()));
    }
    if (Files.exists(path.resolve(NanoGrammar.FILE))) {
      return of(NanoModel.in(String.valueOf(path.getFileName()), path));
    }
    LocalReading reading = LocalReading.load(name);
    return new Lab(reading.model(), reading.trainer(), Lab::looksLikeAName);
  }

  private static Lab of(NanoModel nano) {
    NanoGrammar grammar = nano.grammar();
    Predicate<String> naming =
        word ->
            grammar.isName(word)
                || grammar.attributes().contains(word)
                || grammar.roles().contains(word)
                || grammar.sources().contains(word);
    return new Lab(nano.model(), nano.trainer(), naming);
  }

  private static boolean looksLikeAName(String word) {
    return word.chars().anyMatch(c -> Character.isUpperCase(c) || Character.isDigit(c));
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

  /**
   * What a question names: for a nano model its people, attributes, roles and sources; for another
   * the words with a capital letter or a digit.
   */
  Set<String> names(String question) {
    return Stream.of(question.strip().split("\\s+"))
        .filter(naming)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** How many columns the cache of a source has. */
  public int tokens(Source source) {
    return model.firstIds(source.passages()).length;
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

  /**
   * Verifies that sources can be read together.
   *
   * @param key of the setting that decides how much is read
   * @throws SettingException if they are longer than what the model was trained for
   */
  public void requireRoom(String key, List<Source> sources) {
    int tokens = sources.stream().mapToInt(this::tokens).sum();
    int context = model.model().geometry().context();
    if (tokens + ROOM_TO_ANSWER > context) {
      throw new SettingException(
          key,
          "%s of %d tokens, and '%s' was trained for %d positions"
              .formatted(
                  sources.size() == 1 ? "a source" : sources.size() + " sources",
                  tokens,
                  identity().name(),
                  context),
          "put fewer or shorter ones in view");
    }
  }

  @Override
  public void close() {
    model.model().close();
  }
}
