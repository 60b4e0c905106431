package dev.carryover.models.reader;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ReaderModel;
import java.util.List;

/**
 * Answers a code question from passages by rules over English. The reply is a code exactly as one
 * of the passages writes it, or {@link #UNKNOWN} where they support none. Where the rules make out
 * nothing, the wording that a question and a sentence share decides ({@link Overlap}). Equal
 * questions over equal passages get equal replies. Texts are parsed once and kept, up to a bound.
 */
public final class ExtractiveReader implements ReaderModel {
  /** The name that a configuration uses. */
  public static final String NAME = "extractive-1";

  /** The reply where the passages support no answer. */
  public static final String UNKNOWN = "unknown";

  private static final String REVISION = "1";

  private final ParseCache cache = new ParseCache();

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn(NAME, REVISION);
  }

  @Override
  public Reply answer(Question question, List<String> passages) {
    View view = cache.view(passages);
    if (view.coded().isEmpty()) {
      return Reply.of(UNKNOWN);
    }
    Inquiry inquiry = QuestionParser.parse(question.text());
    List<Finding> findings = Search.findings(inquiry, view);
    return Reply.of(
        Judge.decide(inquiry, view, findings)
            .or(() -> Judge.settle(inquiry, view, Overlap.findings(inquiry, view)))
            .orElse(UNKNOWN));
  }
}
