package dev.carryover.models.reader;

import dev.carryover.models.reader.TimeFrame.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads from a question which of several values over time it asks for. */
final class TimeFrameParser {
  private static final Set<String> LATEST = Cues.words("ask latest");
  private static final Set<String> FIRST = Cues.words("ask first");
  private static final Set<String> PREVIOUS = Cues.words("ask previous");
  private static final Set<String> BEFORE =
      Set.of("before", "until", "till", "prior", "ahead", "preceding");
  private static final Set<String> AFTER = Set.of("after", "following", "since", "once");
  private static final Set<String> DURING = Set.of("during", "when", "while");
  private static final Set<String> CHANGE =
      Set.of("chang", "switch", "updat", "swap", "replac", "mov", "move", "that", "this", "it");

  private static final Set<String> HAPPENING =
      Set.of("take", "tak", "place", "plac", "happen", "occur", "hold", "begin", "over", "done");
  private static final Set<String> BECOMING =
      Set.of("chang", "switch", "updat", "becom", "get", "giv", "give", "new", "next", "follow");

  private final List<Token> tokens;
  private final boolean[] used;
  private Mode mode = Mode.NONE;
  private Optional<Stamp> date = Optional.empty();
  private List<String> happening = List.of();

  /**
   * @param tokens of the question
   * @param used set for each token that the time frame accounts for
   */
  TimeFrameParser(List<Token> tokens, boolean[] used) {
    this.tokens = tokens;
    this.used = used;
  }

  /**
   * The time frame.
   *
   * @param label where the question says which code it asks for
   */
  TimeFrame parse(Label label) {
    for (int i = 0; i < tokens.size(); i++) {
      if (!used[i]) {
        word(i, label);
      }
    }
    for (int i = 0; i < tokens.size(); i++) {
      boolean inLabel = i >= label.from() && i < label.to();
      used[i] |= mode != Mode.NONE && !inLabel && BECOMING.contains(tokens.get(i).stem());
    }
    if (mode == Mode.NONE && date.isPresent()) {
      mode = Mode.ON;
    }
    return new TimeFrame(mode, date, happening);
  }

  private void word(int at, Label label) {
    Token token = tokens.get(at);
    if (at > 0 && token.capital()) {
      return;
    }
    if (token.stamp().isPresent()) {
      used[at] = true;
      date = token.stamp();
    } else if (token.is("before") && (at + 1 == tokens.size() || tokens.get(at + 1).mark())) {
      set(at, Mode.PREVIOUS);
    } else if (anchors(at, AFTER)) {
      phrase(at, Mode.AFTER);
    } else if (anchors(at, BEFORE)) {
      phrase(at, Mode.BEFORE);
    } else if (at > 1 && anchors(at, DURING) || token.is("time") && next(at, "of")) {
      phrase(token.is("time") ? at + 1 : at, Mode.ON);
    } else if (token.is("first")) {
      first(at, label);
    } else {
      adverb(at, label);
    }
  }

  private boolean anchors(int at, Set<String> words) {
    boolean phrasal =
        at > 0
            && tokens.get(at).is("after")
            && Set.of("look", "nam", "ask").contains(tokens.get(at - 1).stem());
    return !phrasal
        && words.contains(tokens.get(at).lower())
        && at + 1 < tokens.size()
        && !tokens.get(at).possessive();
  }

  private boolean next(int at, String word) {
    return at + 1 < tokens.size() && tokens.get(at + 1).is(word);
  }

  private void adverb(int at, Label label) {
    String word = tokens.get(at).lower();
    boolean beforeLabel = label.present() && at < label.to() && at >= label.from() - 2;
    if (LATEST.contains(word)) {
      set(at, Mode.LATEST);
    } else if (FIRST.contains(word) && (!word.equals("start") || adverbial(at))) {
      set(at, Mode.FIRST);
    } else if (PREVIOUS.contains(word) && (!word.equals("old") || beforeLabel)) {
      set(at, Mode.PREVIOUS);
    } else if ((word.equals("used") || word.equals("use")) && next(at, "to")) {
      set(at, Mode.PREVIOUS);
    } else if (word.equals("last") && beforeLabel) {
      set(at, Mode.LATEST);
    }
  }

  private boolean adverbial(int at) {
    for (int i = Math.max(0, at - 3); i < at; i++) {
      if (tokens.get(i).is("at") || tokens.get(i).is("from")) {
        return true;
      }
    }
    return false;
  }

  private void set(int at, Mode found) {
    used[at] = true;
    if (mode == Mode.NONE || mode == Mode.LATEST) {
      mode = found;
    }
  }

  /** First means time unless it counts a noun that is no label: the first floor. */
  private void first(int at, Label label) {
    int next = at + 1;
    while (next < tokens.size()
        && (Lexicon.light(tokens.get(next).stem())
            || tokens.get(next).function()
            || tokens.get(next).is("new"))) {
      next++;
    }
    boolean none = next >= tokens.size() || !tokens.get(next).word();
    boolean time =
        none
            || tokens.get(next).capital()
            || label.present() && next >= label.from() && next < label.to();
    if (time) {
      used[at] = true;
      if (mode == Mode.NONE) {
        mode = Mode.FIRST;
      }
    }
  }

  private void phrase(int at, Mode found) {
    int end = at + 1;
    List<String> stems = new ArrayList<>();
    boolean change = false;
    boolean dated = false;
    while (end < tokens.size() && !stops(end)) {
      Token token = tokens.get(end);
      change |= CHANGE.contains(token.stem());
      if (token.stamp().isPresent()) {
        date = token.stamp();
        dated = true;
      } else if (token.content()
              && !Lexicon.light(token.stem())
              && !HAPPENING.contains(token.stem())
          || token.kind() == Token.Kind.NUMBER) {
        stems.add(token.stem());
      }
      end++;
    }
    boolean only = change && stems.stream().allMatch(CHANGE::contains);
    if (stems.isEmpty() && !change && !dated) {
      return;
    }
    for (int i = at; i < end; i++) {
      used[i] = true;
    }
    if (dated) {
      mode = found;
    } else if (only) {
      mode = found == Mode.AFTER ? Mode.LATEST : Mode.PREVIOUS;
    } else {
      mode = found;
      happening = List.copyOf(stems);
    }
  }

  private boolean stops(int at) {
    Token token = tokens.get(at);
    return token.mark() && !token.is("-") && !token.is("\"")
        || Set.of("what", "which", "whose", "who", "where").contains(token.lower());
  }
}
