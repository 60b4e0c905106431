package dev.carryover.models.reader;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the tokens of a line into sentences; a sentence that is a bare code joins the one before.
 */
final class SentenceSplitter {
  /**
   * Where text without an end is cut, so that reading it takes time in proportion to its length.
   */
  private static final int LONGEST = 200;

  private SentenceSplitter() {}

  /** The sentences of a line, none empty. */
  static List<List<Token>> sentences(List<Token> tokens) {
    List<List<Token>> sentences = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < tokens.size(); i++) {
      if (i + 1 == tokens.size() || i + 1 - from >= LONGEST || ends(tokens, i)) {
        add(sentences, tokens, from, i + 1);
        from = i + 1;
      }
    }
    return sentences;
  }

  private static void add(List<List<Token>> sentences, List<Token> tokens, int from, int to) {
    List<Token> sentence = tokens.subList(from, to);
    boolean coded = sentence.stream().anyMatch(Token::code);
    boolean says = sentence.stream().anyMatch(t -> t.content() && !Lexicon.light(t.stem()));
    int last = sentences.size() - 1;
    boolean room = last >= 0 && sentences.get(last).size() + sentence.size() <= LONGEST;
    boolean answer = room && coded && !says && uncoded(sentences.get(last));
    boolean explains = room && !coded && bare(sentences.get(last)) && pointing(sentence.get(0));
    if (answer || explains) {
      List<Token> before = sentences.get(last);
      int start = from - before.size();
      sentences.set(last, tokens.subList(start, to));
    } else if (sentence.stream().anyMatch(t -> !t.mark())) {
      sentences.add(sentence);
    } else if (room) {
      int start = from - sentences.get(last).size();
      sentences.set(last, tokens.subList(start, to));
    }
  }

  private static boolean uncoded(List<Token> sentence) {
    return sentence.stream().noneMatch(Token::code);
  }

  private static boolean bare(List<Token> sentence) {
    return sentence.stream().noneMatch(Token::word);
  }

  private static boolean pointing(Token first) {
    return first.is("that") || first.is("this") || first.is("it") || first.is("those");
  }

  private static boolean ends(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    if (token.is("!") || token.is("?")) {
      return !tokens.get(at + 1).is("\"");
    }
    if (!token.is(".") || at == 0) {
      return false;
    }
    Token before = tokens.get(at - 1);
    Token next = tokens.get(at + 1);
    boolean initial = before.word() && before.text().length() == 1 && before.capital();
    boolean starts = !next.word() || Character.isUpperCase(next.text().charAt(0)) || at > 1;
    return !initial && !Lexicon.abbreviation(before.lower()) && starts;
  }
}
