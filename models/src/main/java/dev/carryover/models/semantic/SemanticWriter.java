package dev.carryover.models.semantic;

import dev.carryover.core.Claim;
import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Event;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.models.reader.ClaimFinder;
import dev.carryover.models.writer.Notes;
import java.util.List;

/**
 * The writer {@code extractive-2}: notes keep the sentences that mean lasting facts and do not
 * repeat one another ({@link SemanticSalience}); names and codes of claims are found by rules,
 * their relations by likeness ({@link SemanticRelations}). It writes no tokens, so that no
 * allowance of tokens binds it, and draws nothing, so that the seed changes nothing.
 */
final class SemanticWriter implements WriterModel {
  private static final String REVISION = "2";

  private final ModelIdentity identity;
  private final Embedder embedder;
  private final SemanticSalience salience;
  private final SemanticRelations relations;

  /** Writes with this embedder's vectors; closing closes it. */
  SemanticWriter(Embedder embedder) {
    this.identity = SemanticModels.identity(REVISION, embedder);
    this.embedder = embedder;
    SentenceVectors vectors = new SentenceVectors(embedder::embed);
    this.salience = new SemanticSalience(vectors);
    this.relations = new SemanticRelations(vectors);
  }

  @Override
  public ModelIdentity identity() {
    return identity;
  }

  @Override
  public Written<String> notes(List<Event> events, int maxBytes, int maxTokens, long seed) {
    return Written.of(Notes.of(events, maxBytes, salience));
  }

  @Override
  public Written<List<Claim>> claims(
      List<Event> events, ClaimSchema schema, int maxTokens, long seed) {
    return Written.of(new ClaimFinder(schema, relations, false).claims(events));
  }

  @Override
  public void close() {
    embedder.close();
  }
}
