package dev.carryover.migrations.run;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.report.Identity;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.MemoryFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Models and embedders as rows of the report. */
final class IdentityRows {
  private IdentityRows() {}

  /**
   * @param name as the migration names it
   * @param service the kind of service, where it is one
   */
  static Identity of(String name, Embedder embedder, Optional<String> service) {
    EmbedderIdentity identity = embedder.identity();
    TreeMap<String, String> facts = new TreeMap<>();
    service.ifPresent(kind -> facts.put(Identity.SERVICE, kind));
    if (!identity.name().equals(name)) {
      facts.put("served_name", identity.name());
    }
    facts.put("dimension", Integer.toString(identity.dimension()));
    facts.put("canary_vectors", identity.fingerprint());
    return new Identity("embedder", name, facts, List.of(), known(embedder.canary()));
  }

  /**
   * @param name as the migration names it
   * @param service the kind of service, where it is one
   */
  static Identity of(String name, ModelIdentity identity, Optional<String> service) {
    TreeMap<String, String> facts = new TreeMap<>(identity.facts());
    List<String> unknown = new ArrayList<>();
    service.ifPresent(kind -> facts.put(Identity.SERVICE, kind));
    if (!identity.name().equals(name)) {
      facts.put("served_name", identity.name());
    }
    identity
        .revision()
        .ifPresentOrElse(r -> facts.put("revision", r), () -> unknown.add("revision"));
    identity
        .tokenizer()
        .ifPresentOrElse(t -> facts.put("tokenizer", t), () -> unknown.add("tokenizer"));
    identity
        .contextLimit()
        .ifPresentOrElse(
            limit -> facts.put("context_limit", Integer.toString(limit)),
            () -> unknown.add("context_limit"));
    if (service.isPresent() && identity.canary().isEmpty()) {
      unknown.add("canary");
    }
    return new Identity("model", name, facts, unknown, known(identity.canary()));
  }

  /** A memory that runs elsewhere, with what it told of itself. */
  static Identity of(MemoryFormat format) {
    TreeMap<String, String> facts = new TreeMap<>(format.settings());
    facts.put(Identity.SERVICE, "memory");
    return new Identity("memory", format.name(), facts, List.of());
  }

  private static Optional<List<Double>> known(List<Double> canary) {
    return Optional.of(canary).filter(figures -> !figures.isEmpty());
  }
}
