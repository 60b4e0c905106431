package dev.carryover.models.writer;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.models.reader.ClaimFinder;
import dev.carryover.models.reader.LexicalRelations;
import java.util.List;

/**
 * The writer {@code extractive-1}: notes keep the sentences whose words are rare ({@link
 * LexicalSalience}), claims are read by rules over English ({@link ClaimFinder}). It writes no
 * tokens, so that no allowance of tokens binds it, and draws nothing, so that the seed changes
 * nothing.
 */
final class ExtractiveWriter implements WriterModel {
  static final String NAME = "extractive-1";

  private static final String REVISION = "1";

  private final Salience salience = new LexicalSalience();
  private final LexicalRelations relations = new LexicalRelations();

  @Override
  public ModelIdentity identity() {
    return ModelIdentity.builtIn(NAME, REVISION);
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    return Written.of(Notes.of(events, maxBytes, salience));
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return Written.of(new ClaimFinder(schema, relations, true).claims(events));
  }
}
