package dev.carryover.models.transformer.study;

import dev.carryover.core.Question;
import dev.carryover.core.Seeds;
import dev.carryover.core.Usage;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.Generation.Continuation;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.Sampling;
import dev.carryover.models.transformer.state.PromptedTransformer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Has a model write questions and instructions itself, with the text in view, by seeded sampling
 * after five kinds of seed prompt: structuring, summarisation, question, use case, creative. The
 * seed prompts are the lines of a resource each and know nothing of any text.
 */
public final class GenericInquirer implements Inquirer {
  private static final List<String> KINDS =
      List.of("structuring", "summarisation", "question", "use-case", "creative");

  private static final int QUESTION_TOKENS = 64;
  private static final int ANSWER_TOKENS = 96;
  private static final double TEMPERATURE = 0.7;

  /** Rounds over all seed prompts that bring nothing new before no more is expected. */
  private static final int PATIENCE = 3;

  private final List<Asked> seeds;

  public GenericInquirer() {
    List<Asked> all = new ArrayList<>();
    for (String kind : KINDS) {
      lines(kind + ".txt").forEach(line -> all.add(new Asked(kind, line)));
    }
    this.seeds = List.copyOf(all);
  }

  private static List<String> lines(String resource) {
    try (InputStream in =
        Objects.requireNonNull(GenericInquirer.class.getResourceAsStream(resource), resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>All seed prompts are written after side by side, round after round, until there are enough;
   * a question that came before, or an empty one, does not count.
   */
  @Override
  public Inquiry ask(
      PromptedTransformer model, KvCache text, List<String> passages, int count, long seed) {
    List<int[]> prompts =
        seeds.stream().map(prompt -> model.secondIds(new Question(prompt.text()))).toList();
    Map<String, Asked> asked = new LinkedHashMap<>();
    Usage usage = Usage.NONE;
    int idle = 0;
    for (int round = 0; asked.size() < count && idle < PATIENCE; round++) {
      int before = asked.size();
      List<Continuation> written =
          new Generation(
                  new Sampling(
                      QUESTION_TOKENS,
                      TEMPERATURE,
                      Seeds.derive(seed, "round", Integer.toString(round)),
                      model.prompt().sampling().stops()))
              .after(text, prompts);
      for (int i = 0; i < written.size(); i++) {
        usage = usage.plus(new Usage(prompts.get(i).length, written.get(i).ids().size()));
        String question = written.get(i).text().strip();
        if (!question.isEmpty() && asked.size() < count) {
          asked.putIfAbsent(question, new Asked(seeds.get(i).kind(), question));
        }
      }
      idle = asked.size() == before ? idle + 1 : 0;
    }
    return new Inquiry(List.copyOf(asked.values()), usage);
  }

  @Override
  public Sampling answering(PromptedTransformer model) {
    Sampling served = model.prompt().sampling();
    return new Sampling(Math.max(ANSWER_TOKENS, served.maxTokens()), 0, 0, served.stops());
  }
}
