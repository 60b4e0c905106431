package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What earlier sentences leave to be understood in the next: pronouns, ellipsis, questions. */
final class Discourse {
  private static final float PRONOUN = 0.97f;
  private static final float SALIENT = 0.95f;
  private static final float ACROSS_TURNS = 0.85f;
  private static final float ELLIPTIC = 0.95f;
  private static final float ONE = 0.85f;
  private static final float EARLIER_LABEL = 0.9f;
  private static final int BRIEF = 3;
  private static final float SPEAKER = 0.5f;
  private static final float TOPIC = 0.8f;
  private static final Set<String> VERBS = Set.of("be", "hav", "do");
  private static final Set<String> THINGS = Set.of("it", "its", "they", "their", "them");
  private static final Set<String> PERSONS = Set.of("he", "his", "him", "she", "her");
  private static final Set<String> FIRST_PERSON = Set.of("i", "my", "me", "mine", "myself");
  private static final Set<String> POINTING = Set.of("it", "that", "this", "now", "then");

  private List<Mention> salient = List.of();
  private Map<String, Float> before = Map.of();
  private Map<String, Float> label = Map.of();
  private boolean asked;
  private boolean turned;

  /** A new turn begins, by another speaker or at another time. */
  void turn() {
    turned = true;
  }

  /** The mentions that a sentence takes over. */
  List<Mention> carried(List<Token> tokens, List<Mention> own, List<Token> speaker) {
    List<Mention> carried = new ArrayList<>();
    boolean thing = any(tokens, THINGS) || tokens.get(0).is("this") || tokens.get(0).is("that");
    boolean pronoun = thing || any(tokens, PERSONS);
    boolean open = asked || one(tokens) || elliptic(tokens) && !subject(own, tokens);
    boolean across = turned && !asked;
    if (open || pronoun || !across && !subject(own, tokens)) {
      float surely = across || !pronoun && !open ? ACROSS_TURNS : pronoun ? PRONOUN : SALIENT;
      boolean persons = !thing && !open;
      salient.stream()
          .filter(mention -> mention.proper() || !persons)
          .forEach(mention -> carried.add(mention.carried(surely)));
    }
    boolean self = any(tokens, FIRST_PERSON);
    if (!speaker.isEmpty() && (self || !named(own, tokens) && carried.isEmpty())) {
      List<String> terms = speaker.stream().map(Token::stem).toList();
      boolean note = tokens.stream().noneMatch(t -> VERBS.contains(t.stem()));
      carried.add(Mention.of(0, 0, terms, true).carried(self ? 1 : note ? TOPIC : SPEAKER));
    }
    return carried;
  }

  /** What the speaker's name and earlier sentences add to what a sentence says. */
  Terms around(List<Token> tokens, List<Mention> own, List<Token> speaker) {
    Terms around = new Terms();
    around.add(speaker, 0, speaker.size(), SPEAKER);
    boolean one = one(tokens);
    boolean subject = subject(own, tokens);
    if (elliptic(tokens) || one) {
      around.addAll(subject && !asked && !one ? label : before, one ? ONE : ELLIPTIC);
    } else if (!labelled(tokens)
        && (brief(tokens) || any(tokens, THINGS) || any(tokens, PERSONS) || !subject)) {
      around.addAll(label, EARLIER_LABEL);
    }
    return around;
  }

  /** Goes on to the next sentence. */
  void said(List<Token> tokens, List<Mention> own, Sentence sentence) {
    if (!sentence.facts().isEmpty() || !elliptic(tokens) || subject(own, tokens)) {
      before = sentence.terms();
      label(tokens);
    }
    Terms called = new Terms();
    sentence.facts().forEach(fact -> fact.label().forEach(stem -> called.add(stem, 1)));
    if (!called.weights().isEmpty()) {
      label = Map.copyOf(called.weights());
    }
    remember(own, tokens);
    asked = sentence.asks();
    turned = false;
  }

  private void remember(List<Mention> own, List<Token> tokens) {
    List<Mention> named = new ArrayList<>();
    for (Mention mention : own) {
      if (!tokens.get(mention.from()).code()) {
        named.add(mention);
      }
    }
    if (!named.isEmpty()) {
      salient = List.copyOf(named);
    }
  }

  private static boolean named(List<Mention> own, List<Token> tokens) {
    return own.stream().anyMatch(m -> m.proper() && !tokens.get(m.from()).code());
  }

  /** Whether a sentence names by itself what it is about. */
  private static boolean subject(List<Mention> own, List<Token> tokens) {
    return named(own, tokens) || own.stream().anyMatch(m -> subject(m, tokens));
  }

  /** Whether a mention is a name or a definite noun phrase, not one that leaves its noun out. */
  static boolean subject(Mention mention, List<Token> tokens) {
    boolean noun = mention.to() == tokens.size() || !tokens.get(mention.to()).is("one");
    boolean definite = mention.from() > 0 && tokens.get(mention.from() - 1).is("the");
    return !tokens.get(mention.from()).code() && (mention.proper() || definite && noun);
  }

  private static boolean one(List<Token> tokens) {
    for (int i = 1; i < tokens.size(); i++) {
      boolean one = tokens.get(i).is("one") || tokens.get(i).is("ones");
      if (one && !tokens.get(i - 1).is("that") && !tokens.get(i - 1).is("this")) {
        return true;
      }
    }
    return false;
  }

  private static boolean labelled(List<Token> tokens) {
    return tokens.stream()
        .anyMatch(token -> token.identifierHead() && !Lexicon.generic(token.stem()));
  }

  /** Whether a sentence says no more than whose something is. */
  private static boolean brief(List<Token> tokens) {
    return tokens.stream().filter(t -> t.content() && !Lexicon.light(t.stem())).count() <= BRIEF;
  }

  private static boolean any(List<Token> tokens, Set<String> words) {
    return tokens.stream().anyMatch(token -> words.contains(token.lower()));
  }

  /** Remembers what a code was called, for a next one that is not called anything. */
  private void label(List<Token> tokens) {
    Terms said = new Terms();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).identifierHead()) {
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
      if (token.identifierHead() && !Lexicon.generic(token.stem())) {
        return false;
      }
    }
    return said <= 1 || POINTING.contains(tokens.get(0).lower()) && said <= 3;
  }
}
