package dev.carryover.models.transformer.study;

import ai.djl.ndarray.NDManager;
import dev.carryover.core.Seeds;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.core.spi.StatefulModel.Kept;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.core.spi.StatefulModel.Warm;
import dev.carryover.core.spi.StopException;
import dev.carryover.models.transformer.ContextException;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.state.CacheFile;
import dev.carryover.models.transformer.state.CacheFile.Loaded;
import dev.carryover.models.transformer.state.CacheHeader;
import dev.carryover.models.transformer.state.CacheHeader.Kind;
import dev.carryover.models.transformer.state.PromptedTransformer;
import dev.carryover.models.transformer.state.Trainer;
import dev.carryover.models.transformer.study.Inquirer.Asked;
import dev.carryover.models.transformer.study.Inquirer.Inquiry;
import dev.carryover.models.transformer.study.PrefixTrainer.Schedule;
import dev.carryover.models.transformer.study.SelfStudy.Studied;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Trains cartridges: the model studies the text by itself, and the cache of the text's first tokens
 * is trained towards what the model said with the whole text in view.
 *
 * <p>A question is read at the position where it would be read after the text itself: cartridges of
 * the nano models learn far more there than right after their own columns. For that the last column
 * bears the text's last position. A column that was trained stands for no token, and a position is
 * no more than its name.
 *
 * @param inquirer makes up the questions
 * @param rate the highest learning rate of Adam
 * @param tokensAStep of conversations; a step always has one conversation
 */
public record CartridgeTrainer(Inquirer inquirer, double rate, int tokensAStep) implements Trainer {
  /** The fewest positions of a cartridge. */
  public static final int LEAST_POSITIONS = 4;

  /** The most positions of a cartridge. */
  public static final int MOST_POSITIONS = 8192;

  private static final double CLIP = 1;

  /**
   * {@inheritDoc}
   *
   * <p>With a warm start the earlier cartridge's columns are gone on from, but for the first, which
   * is always the model's own; the earlier conversations that are mixed in are asked and answered
   * afresh.
   *
   * @throws SettingException if the positions are too few, too many, more than the text has or
   *     others than the earlier cartridge's
   * @throws IncompatibleStateException if the earlier cartridge is of another shape
   * @throws StopException if the text does not fit into the model's context
   */
  @Override
  public Kept train(PromptedTransformer model, List<String> passages, Study study, Path folder) {
    return train(model, passages, study, Covisible.NONE, folder);
  }

  /** The same in the company of other texts. */
  public Kept train(
      PromptedTransformer model,
      List<String> passages,
      Study study,
      Covisible covisible,
      Path folder) {
    try (KvCache text = model.read(passages)) {
      requireBudget(study.positions(), text);
      Inquiry inquiry = questions(model, text, passages, study);
      Studied studied =
          covisible.mixed(
              new SelfStudy(model, inquirer.answering(model)).about(text, inquiry.questions()),
              about(covisible, model, study),
              Seeds.derive(study.seed(), "covisible"));
      Conversations.write(folder, studied.conversations());
      try (KvCache start = start(model.model(), text, study)) {
        Made made = trained(model, text, start, study, studied);
        Usage usage =
            new Usage(text.length() + made.read(), 0).plus(inquiry.usage()).plus(studied.usage());
        long bytes = made.write(folder, model);
        made.log().write(folder);
        return new Kept(usage, study.positions(), bytes);
      }
    } catch (ContextException e) {
      throw new StopException(String.valueOf(e.getMessage()));
    }
  }

  /** What the model asks itself about the other texts, each with that text alone in view. */
  private List<Studied> about(Covisible covisible, PromptedTransformer model, Study study) {
    List<Studied> all = new ArrayList<>();
    for (List<String> other : covisible.others()) {
      try (KvCache text = model.read(other)) {
        Inquiry inquiry =
            inquirer.ask(
                model,
                text,
                other,
                study.conversations(),
                Seeds.derive(study.seed(), "questions", String.join("\n", other)));
        Studied studied =
            new SelfStudy(model, inquirer.answering(model)).about(text, inquiry.questions());
        all.add(studied.plus(inquiry.usage().plus(new Usage(text.length(), 0))));
      }
    }
    return all;
  }

  private static void requireBudget(int positions, KvCache text) {
    int most = Math.min(MOST_POSITIONS, text.length());
    if (positions < LEAST_POSITIONS || positions > most) {
      throw new SettingException(
          "positions",
          "a cartridge of %d positions for a text of %d tokens".formatted(positions, text.length()),
          most < LEAST_POSITIONS
              ? "leave so short a text to another format"
              : "give from %d to %d".formatted(LEAST_POSITIONS, most));
    }
  }

  /** New ones, then those of an earlier cartridge that are mixed in; none for no step. */
  private Inquiry questions(
      PromptedTransformer model, KvCache text, List<String> passages, Study study) {
    if (study.steps() == 0) {
      return new Inquiry(List.of(), Usage.NONE);
    }
    Inquiry fresh =
        inquirer.ask(
            model, text, passages, study.conversations(), Seeds.derive(study.seed(), "questions"));
    Set<Asked> all = new LinkedHashSet<>(fresh.questions());
    study.start().ifPresent(warm -> all.addAll(replayed(warm, study.seed())));
    if (all.isEmpty()) {
      throw new SettingException(
          "model",
          "'%s' made up no question about a text of %d tokens, so that no cartridge can be trained"
              .formatted(model.model().identity().name(), text.length()),
          "take histories in its language, another model, or leave the format out");
    }
    return new Inquiry(List.copyOf(all), fresh.usage());
  }

  private static List<Asked> replayed(Warm warm, long seed) {
    List<Conversation> kept = new ArrayList<>(Conversations.read(warm.folder()));
    Collections.shuffle(kept, new Random(Seeds.derive(seed, "replay")));
    return kept.subList(0, (int) Math.round(warm.replay() * kept.size())).stream()
        .map(conversation -> new Asked(conversation.kind(), conversation.question()))
        .toList();
  }

  private static KvCache start(Transformer model, KvCache text, Study study) {
    if (study.start().isEmpty()) {
      return text.slice(0, study.positions());
    }
    Loaded earlier = CacheFile.read(study.start().get().folder(), model, Foreign.USE);
    boolean cartridge = earlier.header().kind() == Kind.CARTRIDGE;
    if (!cartridge || earlier.cache().length() != study.positions()) {
      earlier.cache().close();
      throw new SettingException(
          "positions",
          "a cartridge of %d positions cannot go on from %s of %d"
              .formatted(
                  study.positions(),
                  cartridge ? "one" : "a saved cache",
                  earlier.header().ids().length),
          "give the earlier one's, or train a fresh cartridge");
    }
    return earlier.cache();
  }

  private Made trained(
      PromptedTransformer model, KvCache text, KvCache start, Study study, Studied studied) {
    model.model().prepareThread();
    try (NDManager manager = model.model().newManager();
        PrefixTrainer trainer =
            new PrefixTrainer(
                model.model().decoder(),
                manager,
                text.keyValues(),
                start.keyValues(),
                text.nextPosition(),
                new Schedule(rate, study.steps(), CLIP))) {
      Deck deck = new Deck(studied.lessons(), Seeds.derive(study.seed(), "order"));
      List<OptionalDouble> losses = new ArrayList<>();
      long read = 0;
      for (int step = 0; step < study.steps(); step++) {
        List<Lesson> lessons = deck.next(tokensAStep);
        losses.add(trainer.step(lessons));
        read += lessons.stream().mapToLong(lesson -> lesson.tokens().length).sum();
      }
      int[] positions = IntStream.range(0, study.positions()).toArray();
      positions[positions.length - 1] = text.nextPosition() - 1;
      int[] ids = new int[positions.length];
      Arrays.fill(ids, KvCache.NO_TOKEN);
      ids[0] = text.ids()[0];
      return new Made(
          KvCache.of(model.model(), trainer.prefix(manager), positions, ids),
          new TrainingLog(study, text.length(), studied.conversations().size(), rate, losses),
          read);
    }
  }

  /** Lessons in a shuffled order, then all of them again in another. */
  private static final class Deck {
    private final List<Lesson> lessons;
    private final Random random;
    private int at;

    Deck(List<Lesson> lessons, long seed) {
      this.lessons = new ArrayList<>(lessons);
      this.random = new Random(seed);
      this.at = lessons.size();
    }

    /** The next ones, up to this many tokens, but at least one. */
    List<Lesson> next(int tokens) {
      List<Lesson> taken = new ArrayList<>();
      for (int left = tokens; ; left -= taken.get(taken.size() - 1).tokens().length) {
        if (at == lessons.size()) {
          Collections.shuffle(lessons, random);
          at = 0;
        }
        Lesson lesson = lessons.get(at);
        if (!taken.isEmpty() && lesson.tokens().length > left) {
          return taken;
        }
        taken.add(lesson);
        at++;
      }
    }
  }

  /** A cartridge that is to be kept. */
  private record Made(KvCache cartridge, TrainingLog log, long read) {
    long write(Path folder, PromptedTransformer model) {
      try (cartridge) {
        return CacheFile.write(
            folder,
            new CacheHeader(
                Kind.CARTRIDGE,
                model.model().identity(),
                model.prompt().settings(),
                cartridge.positions(),
                cartridge.ids()),
            cartridge);
      }
    }
  }
}
