package dev.carryover.studies.lab;

import dev.carryover.core.Answer;
import dev.carryover.core.Event;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.Question;
import dev.carryover.core.scoring.ExactCodeScoring;
import dev.carryover.core.spi.HistorySpec;
import dev.carryover.core.spi.SettingException;
import dev.carryover.fixtures.synthetic.NanoLesson;
import dev.carryover.fixtures.synthetic.NanoLessons;
import dev.carryover.fixtures.synthetic.NanoLessons.Kind;
import dev.carryover.fixtures.synthetic.NanoLessons.Wish;
import dev.carryover.studies.frame.Item;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Where the sources of a study come from. */
public final class Sources {
  private static final Pattern NAME_OR_CODE = Pattern.compile("[A-Z]\\p{Alnum}+");
  private static final int MOST_TRIES = 1_000;

  private Sources() {}

  /** What made-up documents say. */
  public enum Facts {
    /** Values that are stated once. */
    PLAIN(Map.of(Kind.DIRECT, 1)),
    /** Beside them values that change, second names, and the holders of roles. */
    LINKED(Map.of(Kind.DIRECT, 1, Kind.CHANGE, 1, Kind.ALIAS, 1, Kind.RELATION, 1));

    private final Map<Kind, Integer> weights;

    Facts(Map<Kind, Integer> weights) {
      this.weights = weights;
    }
  }

  /**
   * A made-up document.
   *
   * @param sentences that it has
   * @param facts that they state
   * @param items questions about it, at most
   */
  public record Document(int sentences, Facts facts, int items) {}

  /**
   * Short documents in the language of the nano models, in groups. Within a group no two documents
   * share a name or a code, so that each item has one answer whichever documents are in view
   * together.
   *
   * @param groups how many groups
   * @param size documents in a group
   * @throws SettingException if documents of this size cannot be told apart
   */
  public static List<List<Source>> lessons(long seed, int groups, int size, Document document) {
    NanoLessons lessons = NanoLessons.examination(false);
    Wish wish = new Wish(document.sentences(), document.facts().weights, false);
    List<List<Source>> all = new ArrayList<>();
    int number = 0;
    for (int group = 0; group < groups; group++) {
      List<Source> sources = new ArrayList<>();
      Set<String> taken = new HashSet<>();
      int last = number + MOST_TRIES;
      while (sources.size() < size) {
        if (number == last) {
          throw new SettingException(
              "sentences",
              "%d documents of %d sentences share names".formatted(size, document.sentences()),
              "ask for fewer or shorter ones");
        }
        NanoLesson lesson = lessons.lesson(seed, number++, wish);
        Set<String> words = matches(lesson.document());
        if (words.stream().noneMatch(taken::contains)) {
          taken.addAll(words);
          String id = "g" + (group + 1) + ".s" + (sources.size() + 1);
          sources.add(source(id, lesson, document.items()));
        }
      }
      all.add(List.copyOf(sources));
    }
    return List.copyOf(all);
  }

  private static Set<String> matches(String text) {
    Set<String> found = new HashSet<>();
    NAME_OR_CODE.matcher(text).results().forEach(match -> found.add(match.group()));
    return found;
  }

  private static Source source(String id, NanoLesson lesson, int most) {
    List<Item> items = new ArrayList<>();
    for (NanoLesson.Item item : lesson.items()) {
      if (ExactCodeScoring.isCode(item.answer()) && items.size() < most) {
        items.add(
            new Item(
                id + "/" + (items.size() + 1),
                item.family(),
                new Question(item.question()),
                new Answer.Code(item.answer())));
      }
    }
    return new Source(id, lesson.sentences(), items);
  }

  /**
   * Histories, one a source, with their questions that a code answers.
   *
   * @param spec as on the command line
   * @param items questions about a history, at most
   * @throws SettingException if the source is unknown or has no such question
   */
  public static List<Source> histories(String spec, long seed, int items) {
    List<Source> sources = new ArrayList<>();
    HistorySpec parsed = HistorySpec.parse(spec).withDefault("seed", Long.toString(seed));
    for (ProbedHistory history : parsed.load(false).histories()) {
      String id = history.history().id();
      List<Item> asked =
          history.probes().stream()
              .filter(probe -> probe.code().isPresent())
              .limit(items)
              .map(probe -> item(id, probe))
              .toList();
      if (!asked.isEmpty()) {
        List<String> passages = history.history().events().stream().map(Event::asLine).toList();
        sources.add(new Source(id, passages, asked));
      }
    }
    if (sources.isEmpty()) {
      throw new SettingException(
          "histories", "'" + spec + "' has no question that a code answers", "name another source");
    }
    return sources;
  }

  private static Item item(String history, Probe probe) {
    return new Item(
        history + "/" + probe.id(), probe.family(), probe.question(), probe.code().orElseThrow());
  }

  /** A SHA-256 over texts, questions and right answers. */
  public static String digest(List<Source> sources) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (Source source : sources) {
        add(sha256, source.id());
        source.passages().forEach(passage -> add(sha256, passage));
        for (Item item : source.items()) {
          add(sha256, item.id());
          add(sha256, item.question().text());
          add(sha256, item.right().text());
        }
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }
}
