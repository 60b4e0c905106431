package dev.carryover.models.nano;

import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.models.nano.Statement.Kind;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.state.PromptedTransformer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A nano model writes down what it reads: with a text in view it is asked about every name with the
 * words that share a sentence with it, in wordings that no history asks in, and its answers are
 * taken where they stand in the text. A rule cannot be asked for: where the text has one, it is for
 * the source whose values the model gives under it.
 */
final class SelfQuestioning {
  /** Questions that are answered side by side. */
  private static final int BATCH = 64;

  private static final String UNKNOWN = "unknown";
  private static final Pattern SENTENCE_END = Pattern.compile("\\s\\.(?:\\s|$)");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final PromptedTransformer model;
  private final NanoGrammar grammar;

  SelfQuestioning(PromptedTransformer model, NanoGrammar grammar) {
    this.model = model;
    this.grammar = grammar;
  }

  /**
   * What was read.
   *
   * @param statements by kind, and within a kind in the order of the text
   * @param usage of the text and all the questions
   * @param rejected answers that do not stand in the text
   */
  record Reading(List<Statement> statements, Usage usage, List<String> rejected) {
    Reading {
      statements = List.copyOf(statements);
      rejected = List.copyOf(rejected);
    }
  }

  /** Everything in a text that fits the model's context. */
  Reading of(String text) {
    Asked asked = new Asked(text);
    asked.collect();
    return asked.reading();
  }

  /** One text with its questions and their answers. */
  private final class Asked {
    private final Set<String> words;
    private final List<List<String>> sentences = new ArrayList<>();
    private final String text;
    private final Set<String> questions = new LinkedHashSet<>();
    private final Map<String, String> answers = new HashMap<>();
    private final List<String> rejected = new ArrayList<>();
    private Usage usage = Usage.NONE;

    Asked(String text) {
      this.text = text;
      this.words = new LinkedHashSet<>(List.of(SPACE.split(text.strip())));
      for (String sentence : SENTENCE_END.split(text)) {
        sentences.add(List.of(SPACE.split(sentence.strip())));
      }
    }

    /** Goes over the text twice: once for the questions, once with the answers. */
    void collect() {
      statements();
      ask();
    }

    Reading reading() {
      List<Statement> all = new ArrayList<>(new LinkedHashSet<>(statements()));
      all.sort(Comparator.comparing(statement -> order(statement.kind())));
      return new Reading(all, usage, rejected);
    }

    private int order(Kind kind) {
      return kind == Kind.CHANGE ? Kind.VALUE.ordinal() : kind.ordinal();
    }

    private void ask() {
      if (questions.isEmpty()) {
        return;
      }
      List<Question> all = questions.stream().map(Question::new).toList();
      try (KvCache cache = model.read(List.of(text))) {
        usage = usage.plus(new Usage(cache.length(), 0));
        for (int from = 0; from < all.size(); from += BATCH) {
          List<Question> batch = all.subList(from, Math.min(all.size(), from + BATCH));
          List<Reply> replies = model.answers(cache, batch);
          for (int i = 0; i < batch.size(); i++) {
            keep(batch.get(i).text(), replies.get(i));
          }
        }
      }
    }

    private void keep(String question, Reply reply) {
      usage = usage.plus(reply.usage());
      if (words.contains(reply.text()) && !reply.text().equals(UNKNOWN)) {
        answers.put(question, reply.text());
      } else if (!reply.text().equals(UNKNOWN)) {
        rejected.add("'%s': '%s' does not stand in the text".formatted(question, reply.text()));
      }
    }

    /** The answer, where it is known by now and known to the model. */
    private Optional<String> answer(String question) {
      questions.add(question);
      return Optional.ofNullable(answers.get(question));
    }

    private List<Statement> statements() {
      List<Statement> found = new ArrayList<>();
      Map<String, Integer> votes = new TreeMap<>();
      for (List<String> sentence : sentences) {
        List<String> names = those(sentence, grammar::isName);
        List<String> attributes = those(sentence, grammar.attributes()::contains);
        List<String> roles = those(sentence, grammar.roles()::contains);
        List<String> sources = those(sentence, grammar.sources()::contains);
        for (String name : names) {
          for (String attribute : attributes) {
            if (sources.isEmpty()) {
              values(name, attribute, found);
            }
            sources.forEach(source -> said(source, name, attribute, found, votes));
          }
        }
        if (names.size() > 1 && attributes.isEmpty()) {
          people(names, roles, found);
        }
      }
      if (words.contains(Statement.RULE)) {
        votes.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .ifPresent(most -> found.add(Statement.rule(most.getKey())));
      }
      return found;
    }

    private void values(String name, String attribute, List<Statement> found) {
      Map<String, String> slots = Map.of("entity", name, "attribute", attribute);
      Optional<String> last = answer(study("direct", slots));
      Optional<String> first = answer(study("first", slots));
      if (last.isPresent() && first.isPresent() && !first.equals(last)) {
        found.add(Statement.value(name, attribute, first.get()));
        found.add(Statement.change(name, attribute, last.get()));
      } else {
        last.ifPresent(code -> found.add(Statement.value(name, attribute, code)));
      }
    }

    private void said(
        String source,
        String name,
        String attribute,
        List<Statement> found,
        Map<String, Integer> votes) {
      Map<String, String> slots = Map.of("entity", name, "attribute", attribute);
      Optional<String> said = answer("? " + source + " says " + name + " " + attribute);
      said.ifPresent(code -> found.add(Statement.said(source, name, attribute, code)));
      Optional<String> ruled = answer(study("disputed", slots));
      if (said.isPresent() && said.equals(ruled)) {
        votes.merge(source, 1, Integer::sum);
      }
    }

    private void people(List<String> names, List<String> roles, List<Statement> found) {
      for (String name : names) {
        if (roles.isEmpty()) {
          answer("? who is " + name)
              .filter(other -> names.contains(other) && !other.equals(name))
              .filter(other -> !found.contains(Statement.alias(other, name)))
              .ifPresent(other -> found.add(Statement.alias(name, other)));
        }
        for (String role : roles) {
          answer("? who is " + role + " of " + name)
              .filter(other -> names.contains(other) && !other.equals(name))
              .filter(other -> !found.contains(Statement.role(other, role, name)))
              .ifPresent(other -> found.add(Statement.role(name, role, other)));
        }
      }
    }

    private List<String> those(List<String> sentence, java.util.function.Predicate<String> wanted) {
      return sentence.stream().filter(wanted).distinct().toList();
    }
  }

  /** A question of a kind in the first of its study wordings. */
  private String study(String kind, Map<String, String> slots) {
    String wording = Objects.requireNonNull(grammar.study().get(kind), kind).get(0);
    for (Map.Entry<String, String> slot : new LinkedHashMap<>(slots).entrySet()) {
      wording = wording.replace("{" + slot.getKey() + "}", slot.getValue());
    }
    return wording;
  }
}
