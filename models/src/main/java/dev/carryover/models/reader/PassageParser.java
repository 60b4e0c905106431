package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses a passage: turns of a conversation, a line each, or running text. */
final class PassageParser {
  private static final float PRONOUN = 0.97f;
  private static final float SALIENT = 0.95f;
  private static final float ELLIPTIC = 0.95f;
  private static final float SPEAKER = 0.5f;
  private static final Set<String> PRONOUNS =
      Set.of(
          "it", "its", "he", "his", "him", "she", "her", "they", "their", "them", "this", "that");
  private static final Set<String> FIRST_PERSON = Set.of("i", "my", "me", "mine", "myself");

  private final List<Sentence> sentences = new ArrayList<>();
  private List<Mention> salient = List.of();
  private Map<String, Float> before = Map.of();
  private Map<String, Float> label = Map.of();
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
    boolean elliptic =
        elliptic(tokens) || tokens.stream().anyMatch(t -> t.is("one") || t.is("ones"));
    if (elliptic) {
      boolean one = tokens.stream().anyMatch(t -> t.is("one") || t.is("ones"));
      around.addAll(subject(own, tokens) && !asked && !one ? label : before, ELLIPTIC);
    }
    List<Fact> facts = FactFinder.facts(tokens, mentions, around.weights());
    Terms terms = new Terms();
    terms.add(tokens, 0, tokens.size(), 1);
    terms.addAll(around.weights(), 1);
    if (!facts.isEmpty() || !elliptic || subject(own, tokens)) {
      before = Map.copyOf(terms.weights());
      label(tokens);
    }
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
    if (pronoun || asked || !subject(own, tokens)) {
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
    List<Mention> proper =
        own.stream().filter(m -> m.proper() && !m.key().matches(".*\\d{2}.*")).toList();
    if (!proper.isEmpty()) {
      salient = proper;
    } else if (!own.isEmpty() && salient.isEmpty()) {
      salient = own;
    }
  }

  private static boolean subject(List<Mention> own, List<Token> tokens) {
    return own.stream()
        .filter(m -> !tokens.get(m.from()).code())
        .anyMatch(m -> m.proper() || m.from() > 0 && tokens.get(m.from() - 1).is("the"));
  }

  /** Remembers what a code was called, for a next one that is not called anything. */
  private void label(List<Token> tokens) {
    Terms said = new Terms();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).word() && tokens.get(i).identifierHead()) {
        int from = i;
        while (from > 0
            && i - from < 2
            && tokens.get(from - 1).content()
            && !tokens.get(from - 1).possessive()) {
          from--;
        }
        said.add(tokens, from, i + 1, 1);
      }
    }
    if (!said.weights().isEmpty()) {
      label = Map.copyOf(said.weights());
    }
  }

  /** Whether a sentence says too little to be understood by itself. */
  private static boolean elliptic(List<Token> tokens) {
    int said = 0;
    for (Token token : tokens) {
      boolean tells =
          token.content()
              && !token.capital()
              && !Lexicon.light(token.stem())
              && !Lexicon.generic(token.stem());
      said += tells ? 1 : 0;
      if (token.word() && token.identifierHead()) {
        return false;
      }
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
