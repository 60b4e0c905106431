package dev.carryover.models.nano;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tokens of a nano model and what a text becomes in them, as a WordPiece tokenizer does it:
 * words are parted at white space; a word that is no token itself is made of the longest token that
 * begins it and tokens that begin with {@code ##}; a word that cannot be made is {@code <unk>}.
 */
public final class NanoVocabulary {
  /** Fills rows; never read. */
  public static final String PAD = "<pad>";

  /** Begins every prompt. */
  public static final String BEGIN = "<bos>";

  /** A word that is not known. */
  public static final String UNKNOWN = "<unk>";

  /** Begins a token that goes on with a word. */
  public static final String CONTINUED = "##";

  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<String> tokens;

  /** A vocabulary with these tokens, numbered from 0. */
  public NanoVocabulary(List<String> tokens) {
    this.tokens = List.copyOf(tokens);
    for (String token : tokens) {
      if (numbers.put(token, numbers.size()) != null) {
        throw new IllegalArgumentException("the token '" + token + "' is there twice");
      }
    }
    for (String special : List.of(PAD, BEGIN, UNKNOWN)) {
      if (!numbers.containsKey(special)) {
        throw new IllegalArgumentException("the token '" + special + "' is missing");
      }
    }
  }

  /** Every token of a grammar in the grammar's own order. */
  public static NanoVocabulary of(NanoGrammar grammar) {
    return new NanoVocabulary(tokens(grammar).toList());
  }

  /** Every token of a grammar, the special ones first, the others in the order of the alphabet. */
  public static NanoVocabulary sorted(NanoGrammar grammar) {
    List<String> all = tokens(grammar).toList();
    return new NanoVocabulary(
        Stream.concat(all.stream().limit(3), all.stream().skip(3).sorted()).toList());
  }

  private static Stream<String> tokens(NanoGrammar grammar) {
    return Stream.of(
            Stream.of(PAD, BEGIN, UNKNOWN),
            grammar.words().stream(),
            grammar.attributes().stream(),
            grammar.roles().stream(),
            grammar.sources().stream(),
            grammar.nameStarts().stream(),
            grammar.nameEnds().stream().map(part -> CONTINUED + part),
            grammar.codeStarts().stream(),
            grammar.codeEnds().stream().map(part -> CONTINUED + part))
        .flatMap(part -> part)
        .distinct();
  }

  /** The tokens by number. */
  public List<String> tokens() {
    return tokens;
  }

  /** The number of a token that is there. */
  public int number(String token) {
    Integer number = numbers.get(token);
    if (number == null) {
      throw new IllegalArgumentException("there is no token '" + token + "'");
    }
    return number;
  }

  /** The numbers of a text's tokens, without a beginning. */
  public int[] encode(String text) {
    List<Integer> ids = new ArrayList<>();
    for (String word : text.strip().split("\\s+")) {
      if (!word.isEmpty()) {
        ids.addAll(pieces(word));
      }
    }
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  private List<Integer> pieces(String word) {
    List<Integer> pieces = new ArrayList<>();
    int from = 0;
    while (from < word.length()) {
      int to = word.length();
      String prefix = from == 0 ? "" : CONTINUED;
      while (to > from && !numbers.containsKey(prefix + word.substring(from, to))) {
        to--;
      }
      if (to == from) {
        return List.of(number(UNKNOWN));
      }
      pieces.add(number(prefix + word.substring(from, to)));
      from = to;
    }
    return pieces;
  }

  /** The text of tokens, words parted by a space. */
  public String decode(List<Integer> ids) {
    StringBuilder text = new StringBuilder();
    for (int id : ids) {
      String token = tokens.get(id);
      boolean goesOn = token.startsWith(CONTINUED) && text.length() > 0;
      if (text.length() > 0 && !goesOn) {
        text.append(' ');
      }
      text.append(goesOn ? token.substring(CONTINUED.length()) : token);
    }
    return text.toString();
  }
}
