package dev.carryover.models.transformer.state;

import dev.carryover.core.ModelIdentity;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the file of a cache says of it.
 *
 * @param kind how it came about
 * @param model that it was computed for: its weights' digest is the revision, geometry, rotary
 *     settings and number format are among its facts
 * @param settings on which it depends beside the model, such as a prompt's hash
 * @param positions of the columns
 * @param ids tokens of the columns; {@link dev.carryover.models.transformer.KvCache#NO_TOKEN} where
 *     there is none
 */
public record CacheHeader(
    Kind kind,
    ModelIdentity model,
    SortedMap<String, String> settings,
    int[] positions,
    int[] ids) {
  private static final String FORM = "carryover.cache/1";
  private static final String FACT = "model.fact.";
  private static final String SETTING = "setting.";

  /** How a cache came about. */
  public enum Kind {
    /** Texts were read. */
    PREFILL("prefill"),
    /** It was trained to stand for texts. */
    CARTRIDGE("cartridge");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  public CacheHeader {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(model, "model");
    settings = new TreeMap<>(settings);
    positions = positions.clone();
    ids = ids.clone();
    if (positions.length != ids.length) {
      throw new IllegalArgumentException(
          positions.length + " positions of " + ids.length + " tokens");
    }
  }

  @Override
  public int[] positions() {
    return positions.clone();
  }

  @Override
  public int[] ids() {
    return ids.clone();
  }

  /** Whether two identities are one model, whatever it is called. */
  static boolean sameModel(ModelIdentity one, ModelIdentity other) {
    return one.revision().equals(other.revision())
        && one.tokenizer().equals(other.tokenizer())
        && one.contextLimit().equals(other.contextLimit())
        && one.facts().equals(other.facts());
  }

  /** As the texts of a file's metadata. */
  SortedMap<String, String> asTexts() {
    SortedMap<String, String> texts = new TreeMap<>();
    texts.put("format", FORM);
    texts.put("kind", kind.word);
    texts.put("positions", numbers(positions));
    texts.put("tokens", numbers(ids));
    texts.put("model.name", model.name());
    model.revision().ifPresent(revision -> texts.put("model.weights", revision));
    model.tokenizer().ifPresent(hash -> texts.put("model.tokenizer", hash));
    model.contextLimit().ifPresent(limit -> texts.put("model.context", Integer.toString(limit)));
    model.facts().forEach((fact, value) -> texts.put(FACT + fact, value));
    settings.forEach((key, value) -> texts.put(SETTING + key, value));
    return texts;
  }

  /**
   * From the texts of a file's metadata.
   *
   * @param file for errors
   */
  static CacheHeader of(SortedMap<String, String> texts, Path file) {
    String form = text(texts, "format", file);
    if (!form.equals(FORM)) {
      throw CacheFile.damaged(
          file, "it is of the form '" + form + "', and this version reads '" + FORM + "'");
    }
    String word = text(texts, "kind", file);
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each.word.equals(word))
            .findFirst()
            .orElseThrow(() -> CacheFile.damaged(file, "it is of the unknown kind '" + word + "'"));
    try {
      return new CacheHeader(
          kind,
          model(texts, file),
          below(texts, SETTING),
          numbers(text(texts, "positions", file)),
          numbers(text(texts, "tokens", file)));
    } catch (IllegalArgumentException e) {
      throw CacheFile.damaged(file, "its header cannot be read: " + e.getMessage());
    }
  }

  private static ModelIdentity model(SortedMap<String, String> texts, Path file) {
    Optional<String> context = Optional.ofNullable(texts.get("model.context"));
    return new ModelIdentity(
        text(texts, "model.name", file),
        Optional.ofNullable(texts.get("model.weights")),
        Optional.ofNullable(texts.get("model.tokenizer")),
        context.map(Integer::parseInt).map(OptionalInt::of).orElse(OptionalInt.empty()),
        below(texts, FACT),
        List.of());
  }

  private static String text(SortedMap<String, String> texts, String key, Path file) {
    String text = texts.get(key);
    if (text == null) {
      throw CacheFile.damaged(file, "its header has no '" + key + "'");
    }
    return text;
  }

  private static SortedMap<String, String> below(SortedMap<String, String> texts, String prefix) {
    SortedMap<String, String> below = new TreeMap<>();
    texts.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            below.put(key.substring(prefix.length()), value);
          }
        });
    return below;
  }

  private static String numbers(int[] numbers) {
    return IntStream.of(numbers).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }

  private static int[] numbers(String text) {
    return text.isEmpty()
        ? new int[0]
        : Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }
}
