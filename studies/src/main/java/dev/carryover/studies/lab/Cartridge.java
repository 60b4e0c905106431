package dev.carryover.studies.lab;

import dev.carryover.core.Question;
import dev.carryover.core.Usage;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.study.Conversation;
import dev.carryover.models.transformer.study.Overlap;
import dev.carryover.studies.items.Shared;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * A cartridge that is loaded.
 *
 * @param cache for the caller to close
 * @param usage tokens that its training took
 * @param conversations that it learned from
 * @param names what a question names
 */
public record Cartridge(
    KvCache cache,
    Usage usage,
    List<Conversation> conversations,
    Function<String, Set<String>> names) {
  public Cartridge {
    Objects.requireNonNull(cache, "cache");
    Objects.requireNonNull(usage, "usage");
    conversations = List.copyOf(conversations);
    Objects.requireNonNull(names, "names");
  }

  /** What its training shares with a question. */
  public Shared shared(Question question) {
    Overlap overlap = Overlap.of(conversations, List.of(question.text()), names);
    if (overlap.sameWording() > 0) {
      return Shared.WORDING;
    }
    return overlap.sameNames() > 0 ? Shared.FACT : Shared.NOTHING;
  }
}
