package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Parses a passage: turns of a conversation, a line each, or running text. */
final class PassageParser {
  private final List<Sentence> sentences = new ArrayList<>();
  private List<Token> last = List.of();
  private final Discourse discourse = new Discourse();

  private PassageParser() {}

  /** The sentences of a passage in order. */
  static List<Sentence> sentences(String passage) {
    PassageParser parser = new PassageParser();
    Optional<Stamp> time = Optional.empty();
    for (String text : passage.split("\\R", -1)) {
      Line line = Line.of(text);
      time = line.time().isPresent() ? line.time() : time;
      parser.turn(line, time);
    }
    return List.copyOf(parser.sentences);
  }

  private void turn(Line line, Optional<Stamp> time) {
    List<Token> speaker = line.speaker();
    if (!line.speaker().isEmpty() && !speaker.equals(last) || line.time().isPresent()) {
      discourse.turn();
    }
    last = line.speaker().isEmpty() ? last : speaker;
    for (List<Token> tokens : SentenceSplitter.sentences(line.tokens())) {
      sentences.add(sentence(tokens, line.speaker(), time));
    }
  }

  private Sentence sentence(List<Token> tokens, List<Token> speaker, Optional<Stamp> time) {
    List<Mention> own = MentionFinder.mentions(tokens);
    List<Mention> mentions = new ArrayList<>(own);
    mentions.addAll(discourse.carried(tokens, own, speaker));
    Map<String, Float> around = discourse.around(tokens, own, speaker).weights();
    Terms terms = new Terms();
    terms.add(tokens, 0, tokens.size(), 1);
    terms.addAll(around, 1);
    Sentence sentence =
        new Sentence(
            tokens,
            List.copyOf(mentions),
            Collections.unmodifiableMap(terms.weights()),
            FactFinder.facts(tokens, mentions, around),
            AliasFinder.aliases(tokens, own),
            PrecedenceFinder.precedence(tokens),
            tokens.stream().flatMap(t -> t.stamp().stream()).reduce((one, two) -> two),
            time,
            tokens.get(tokens.size() - 1).is("?"));
    discourse.said(tokens, own, sentence);
    return sentence;
  }
}
