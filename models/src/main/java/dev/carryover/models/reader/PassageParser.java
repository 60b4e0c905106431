package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses a passage: turns of a conversation, a line each, or running text. */
final class PassageParser {
  private static final float PRONOUN = 0.95f;
  private static final float SALIENT = 0.9f;
  private static final float ELLIPTIC = 0.85f;
  private static final float SPEAKER = 0.5f;
  private static final Set<String> PRONOUNS =
      Set.of(
          "it", "its", "he", "his", "him", "she", "her", "they", "their", "them", "this", "that");
  private static final Set<String> FIRST_PERSON = Set.of("i", "my", "me", "mine", "myself");

  private final List<Sentence> sentences = new ArrayList<>();
  private List<Mention> salient = List.of();
  private Map<String, Float> before = Map.of();
  private boolean asked;

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
    if (!asked && !line.speaker().isEmpty()) {
      salient = List.of();
      before = Map.of();
    }
    for (List<Token> tokens : SentenceSplitter.sentences(line.tokens())) {
      Sentence sentence = sentence(tokens, line.speaker(), time);
      sentences.add(sentence);
      asked = sentence.asks();
    }
  }

  private Sentence sentence(List<Token> tokens, List<Token> speaker, Optional<Stamp> time) {
    List<Mention> own = MentionFinder.mentions(tokens);
    List<Mention> mentions = new ArrayList<>(own);
    mentions.addAll(carried(tokens, own, speaker));
    Terms around = new Terms();
    around.add(speaker, 0, speaker.size(), SPEAKER);
    boolean elliptic = elliptic(tokens);
    if (elliptic) {
      around.addAll(before, ELLIPTIC);
    }
    List<Fact> facts = FactFinder.facts(tokens, mentions, around.weights());
    Terms terms = new Terms();
    terms.add(tokens, 0, tokens.size(), 1);
    before = elliptic && !before.isEmpty() ? before : Map.copyOf(terms.weights());
    terms.addAll(around.weights(), 1);
    remember(own);
    return new Sentence(
        tokens,
        List.copyOf(mentions),
        Map.copyOf(terms.weights()),
        facts,
        AliasFinder.aliases(tokens, own),
        PrecedenceFinder.precedence(tokens),
        tokens.stream().flatMap(t -> t.stamp().stream()).reduce((one, two) -> two),
        time,
        tokens.get(tokens.size() - 1).is("?"));
  }

  private List<Mention> carried(List<Token> tokens, List<Mention> own, List<Token> speaker) {
    List<Mention> carried = new ArrayList<>();
    boolean pronoun = tokens.stream().anyMatch(t -> PRONOUNS.contains(t.lower()));
    boolean named = own.stream().anyMatch(m -> m.proper() && !tokens.get(m.from()).code());
    if (pronoun || !named) {
      salient.forEach(m -> carried.add(m.carried(pronoun ? PRONOUN : SALIENT)));
    }
    boolean self = tokens.stream().anyMatch(t -> FIRST_PERSON.contains(t.lower()));
    if (!speaker.isEmpty() && (self || !named && salient.isEmpty())) {
      List<String> terms = speaker.stream().map(Token::stem).toList();
      carried.add(Mention.of(0, 0, terms, true).carried(self ? 1 : SPEAKER));
    }
    return carried;
  }

  /** The names that a pronoun in the next sentence may stand for. */
  private void remember(List<Mention> own) {
    List<Mention> proper = own.stream().filter(m -> m.proper() && !m.terms().isEmpty()).toList();
    if (!proper.isEmpty()) {
      salient = proper;
    } else if (!own.isEmpty() && salient.isEmpty()) {
      salient = own;
    }
  }

  /** Whether a sentence says too little to be understood by itself. */
  private static boolean elliptic(List<Token> tokens) {
    int said = 0;
    for (Token token : tokens) {
      boolean tells =
          token.content() && !Lexicon.light(token.stem()) && !Lexicon.generic(token.stem());
      said += tells ? 1 : 0;
    }
    Token first = tokens.get(0);
    boolean pointing =
        first.is("it")
            || first.is("that")
            || first.is("this")
            || first.is("now")
            || first.is("then");
    return said <= 1 || pointing && said <= 3;
  }
}
