package dev.carryover.models.nano;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The language of the nano models, as {@code nano.json} in their folders states it. One word is one
 * token; a name and a code are two tokens each, written together.
 *
 * @param attributes what a person has a code for
 * @param roles what one person may be to another
 * @param sources who may state a value
 * @param nameStarts first parts of names
 * @param nameEnds second parts of names
 * @param codeStarts first halves of codes
 * @param codeEnds second halves of codes
 * @param words all other words
 * @param study wordings in which a model asks itself about a text, by kind of question (direct,
 *     first, disputed, path), with slots in braces
 */
public record NanoGrammar(
    List<String> attributes,
    List<String> roles,
    List<String> sources,
    @JsonProperty("name_starts") List<String> nameStarts,
    @JsonProperty("name_ends") List<String> nameEnds,
    @JsonProperty("code_starts") List<String> codeStarts,
    @JsonProperty("code_ends") List<String> codeEnds,
    List<String> words,
    Map<String, List<String>> study) {
  /** The file's name in a model's folder. */
  public static final String FILE = "nano.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  public NanoGrammar {
    attributes = List.copyOf(attributes);
    roles = List.copyOf(roles);
    sources = List.copyOf(sources);
    nameStarts = List.copyOf(nameStarts);
    nameEnds = List.copyOf(nameEnds);
    codeStarts = List.copyOf(codeStarts);
    codeEnds = List.copyOf(codeEnds);
    words = List.copyOf(words);
    study = Collections.unmodifiableMap(new TreeMap<>(study));
  }

  /**
   * A question that a model may ask itself about a text.
   *
   * @param kind direct, first, disputed or path
   * @param text the question, which begins with a question mark
   */
  public record StudyQuestion(String kind, String text) {}

  /** Reads a grammar from the text of its file. */
  public static NanoGrammar parse(String json) {
    try {
      return JSON.readValue(json, NanoGrammar.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          FILE + " does not hold the grammar of a nano model: " + e.getOriginalMessage(), e);
    }
  }

  /** The text of its file. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a grammar that cannot be written", e);
    }
  }

  /** Whether a word is a person's name. */
  public boolean isName(String word) {
    return nameStarts.stream()
        .anyMatch(
            start -> word.startsWith(start) && nameEnds.contains(word.substring(start.length())));
  }

  /** The names in a text, each once, in the order in which they come first. */
  public List<String> namesIn(String text) {
    return List.copyOf(in(text, this::isName));
  }

  /** What a question is about: the names, attributes and roles in it. */
  public Set<String> subjectsOf(String question) {
    return in(
        question, word -> isName(word) || attributes.contains(word) || roles.contains(word));
  }

  /**
   * Every question that the study wordings make about a text, each once: kind after kind, and
   * within a kind by the order in which names come up in the text. Asked are each name with each
   * attribute of the text (direct); the names and attributes that share a sentence (first; disputed
   * where the sentence also has a source); and the names that share a sentence with a role, by that
   * role, with each attribute of the text (path). The answers are not looked for: a text may have
   * none.
   */
  public List<StudyQuestion> questionsAbout(String text) {
    Set<String> present = in(text, attributes::contains);
    Set<Map<String, String>> direct = new LinkedHashSet<>();
    for (String name : namesIn(text)) {
      present.forEach(attribute -> direct.add(pair(name, attribute)));
    }
    Set<Map<String, String>> together = new LinkedHashSet<>();
    Set<Map<String, String>> disputed = new LinkedHashSet<>();
    Set<Map<String, String>> paths = new LinkedHashSet<>();
    for (String sentence : text.split(" \\.(?= |$)")) {
      for (String name : namesIn(sentence)) {
        for (String attribute : in(sentence, attributes::contains)) {
          together.add(pair(name, attribute));
          if (!in(sentence, sources::contains).isEmpty()) {
            disputed.add(pair(name, attribute));
          }
        }
        for (String role : in(sentence, roles::contains)) {
          for (String attribute : present) {
            paths.add(Map.of("from", name, "role", role, "attribute", attribute));
          }
        }
      }
    }
    List<StudyQuestion> questions = new ArrayList<>();
    addAll(questions, "direct", direct);
    addAll(questions, "first", together);
    addAll(questions, "disputed", disputed);
    addAll(questions, "path", paths);
    return questions;
  }

  private void addAll(
      List<StudyQuestion> questions, String kind, Set<Map<String, String>> fillings) {
    for (Map<String, String> slots : fillings) {
      for (String wording : study.getOrDefault(kind, List.of())) {
        String text = wording;
        for (Map.Entry<String, String> slot : slots.entrySet()) {
          text = text.replace("{" + slot.getKey() + "}", slot.getValue());
        }
        questions.add(new StudyQuestion(kind, text));
      }
    }
  }

  private static Map<String, String> pair(String name, String attribute) {
    return Map.of("entity", name, "attribute", attribute);
  }

  private static Set<String> in(String text, Predicate<String> wanted) {
    Set<String> found = new LinkedHashSet<>();
    Stream.of(text.split("\\s+")).filter(wanted).forEach(found::add);
    return found;
  }
}
