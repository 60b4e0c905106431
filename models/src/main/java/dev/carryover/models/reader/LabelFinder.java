package dev.carryover.models.reader;

import dev.carryover.models.reader.Segments.Segment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what a code is called: the badge number of X is C; X has badge number C; C is X's badge.
 */
final class LabelFinder {
  private static final int LONGEST = 4;
  private static final Set<String> SAYING =
      Set.of("say", "show", "list", "stat", "giv", "claim", "print");

  private final List<Token> tokens;
  private final Segment segment;
  private final List<Mention> mentions;

  private LabelFinder(List<Token> tokens, Segment segment, List<Mention> mentions) {
    this.tokens = tokens;
    this.segment = segment;
    this.mentions = mentions.stream().filter(m -> m.here() && m.proper()).toList();
  }

  /** The label of a segment's code; none where nothing tells. */
  static Label of(List<Token> tokens, Segment segment, List<Mention> mentions) {
    return new LabelFinder(tokens, segment, mentions).label();
  }

  private Label label() {
    Label adjacent = adjacent();
    if (adjacent.present()) {
      return adjacent;
    }
    Label named = nearest(true);
    return named.present() ? named : nearest(false);
  }

  /** The run that ends where the code stands. */
  private Label adjacent() {
    return runs().stream()
        .filter(run -> run.to() == segment.code() && fits(run))
        .findFirst()
        .orElse(Label.NONE);
  }

  /** Whether a run is what says the code, not what the code is called: the plate says C. */
  private boolean says(Label run) {
    for (int i = run.to(); i < segment.code(); i++) {
      int before = i - 1;
      boolean other = mentions.stream().anyMatch(m -> m.from() <= before && before < m.to());
      if (SAYING.contains(tokens.get(i).stem()) && !other) {
        return true;
      }
    }
    return false;
  }

  /** The nearest run, of those that end in a word for identifiers or of the others. */
  private Label nearest(boolean identifiers) {
    Label best = Label.NONE;
    int least = Integer.MAX_VALUE;
    for (Label run : runs()) {
      int distance =
          run.to() <= segment.code() ? segment.code() - run.to() : run.from() - segment.code();
      boolean identifier = tokens.get(run.to() - 1).identifierHead();
      if (identifier == identifiers
          && !says(run)
          && (identifier || fits(run))
          && distance < least) {
        best = run;
        least = distance;
      }
    }
    return best;
  }

  /** Runs of words of content that are neither names nor inflected verbs. */
  private List<Label> runs() {
    List<Label> runs = new ArrayList<>();
    int from = -1;
    for (int i = segment.from(); i <= segment.to(); i++) {
      boolean inside = i < segment.to() && inRun(i, from);
      if (inside && from < 0) {
        from = i;
      } else if (!inside && from >= 0) {
        runs.add(run(Math.max(from, i - LONGEST), i));
        from = -1;
      }
    }
    return runs;
  }

  private boolean inRun(int at, int from) {
    Token token = tokens.get(at);
    if (!token.content() || inName(at)) {
      return false;
    }
    boolean nounByPlace =
        from < 0 && at > 0 && (tokens.get(at - 1).possessive() || article(at - 1));
    return nounByPlace
        || token.identifierHead()
        || modifier(at)
        || !MentionFinder.inflectedVerb(token);
  }

  /** A form in -ing before a noun: tracking number. */
  private boolean modifier(int at) {
    return tokens.get(at).lower().endsWith("ing")
        && at + 1 < segment.to()
        && tokens.get(at + 1).identifierHead();
  }

  private boolean article(int at) {
    return Set.of("the", "a", "an", "her", "his", "its", "their", "my", "our", "your", "as")
        .contains(tokens.get(at).lower());
  }

  private boolean inName(int at) {
    return mentions.stream().anyMatch(m -> m.from() <= at && at < m.to())
        && !tokens.get(at).identifierHead();
  }

  private Label run(int from, int to) {
    Token last = tokens.get(to - 1);
    boolean general = tokens.subList(from, to).stream().allMatch(t -> Lexicon.generic(t.stem()));
    Set<String> stems = new LinkedHashSet<>();
    for (Token token : tokens.subList(from, to)) {
      if (!(Lexicon.generic(token.stem()) && (token == last || !general))
          && !Lexicon.light(token.stem())
          && !age(token)) {
        stems.add(token.stem());
      }
    }
    return new Label(from, to, Set.copyOf(stems));
  }

  private static boolean age(Token token) {
    return Set.of(
            "new",
            "old",
            "current",
            "former",
            "latest",
            "original",
            "first",
            "next",
            "previous",
            "permanent",
            "temporary")
        .contains(token.lower());
  }

  private boolean fits(Label run) {
    boolean owned = run.from() > 0 && tokens.get(run.from() - 1).possessive();
    boolean article = run.from() > 0 && article(run.from() - 1);
    boolean verbs =
        tokens.subList(run.from(), run.to()).stream().allMatch(t -> Lexicon.verb(t.stem()));
    if (verbs && !owned && !article) {
      return false;
    }
    boolean before = run.to() == segment.code() && !article;
    boolean equated =
        run.to() + 1 == segment.code()
            && Set.of("=", ":", "is", "reads", "was", "are").contains(tokens.get(run.to()).lower());
    return owned || before || equated || ofName(run);
  }

  /** The run stands before "of" or "for" and a name, and the code is what it is said to be. */
  private boolean ofName(Label run) {
    if (run.to() + 1 >= tokens.size()) {
      return false;
    }
    boolean of = tokens.get(run.to()).is("of") || tokens.get(run.to()).is("for");
    int from = run.to() + 1;
    return of && mentions.stream().anyMatch(m -> m.from() >= from && m.from() - from <= 1);
  }
}
