package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.formats.kgfixed.Claims.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Takes the claims of a store over into the schema of the format, without a model and without the
 * raw history. A relation that the schema does not have under its name goes to the only one that
 * has that name among its words, or whose name is among its own; where there is none, its claims
 * are dropped, counted in the manifest and named in {@code writing.json}. The claims keep their
 * order, events and times; what supersedes what is found anew by the schema's rules. Whoever wrote
 * the claims stays their writer.
 *
 * @param settings of the format
 */
record KgRebuild(KgSettings settings) implements RepairMethod {
  private static final String NAME = "rebuild";

  /** It takes nothing, so that no part of it is cheaper. */
  private static final List<Rung> RUNGS = List.of(Rung.percent(100));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "takes the old claims over into the schema, without a model and the raw history";
  }

  @Override
  public List<Rung> rungs() {
    return RUNGS;
  }

  @Override
  public boolean needsHistory() {
    return false;
  }

  @Override
  public MemoryStore apply(Job job, StoreTarget target) {
    KgContent old = KgContent.of(job.store());
    RelationMap relations = new RelationMap(old.schema().claims(), settings.schema().claims());
    List<StoredClaim> kept = new ArrayList<>();
    List<Rejection> dropped = new ArrayList<>();
    int renamed = 0;
    for (StoredClaim stored : old.claims()) {
      Optional<String> relation = relations.of(stored.claim().relation());
      if (relation.isEmpty()) {
        dropped.add(Claims.foreign(stored.claim()));
        continue;
      }
      renamed += relation.get().equals(stored.claim().relation()) ? 0 : 1;
      kept.add(under(relation.get(), stored));
    }
    SortedMap<String, String> made = settings.asMap();
    Description before = job.store().manifest().description();
    before.settings().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("writer."))
        .forEach(entry -> made.put(entry.getKey(), entry.getValue()));
    made.put("rebuild.claims", Integer.toString(old.claims().size()));
    made.put("rebuild.renamed", Integer.toString(renamed));
    made.put("rebuild.dropped", Integer.toString(dropped.size()));
    KgContent rebuilt = new KgContent(settings.schema(), succeeding(kept));
    return target.write(
        before.with(made).with(new Ancestor(job.store().manifest().sha256(), NAME)),
        folder -> {
          rebuilt.writeTo(folder);
          KgContent.writeNotes(folder, Usage.NONE, false, dropped);
        });
  }

  private static StoredClaim under(String relation, StoredClaim stored) {
    Claim claim = stored.claim();
    Claim renamed =
        new Claim(
            claim.subject(), relation, claim.object(), claim.source(), claim.event(), claim.time());
    return new StoredClaim(stored.id(), renamed, Optional.empty(), stored.whole());
  }

  private List<StoredClaim> succeeding(List<StoredClaim> kept) {
    List<Claim> claims = kept.stream().map(StoredClaim::claim).toList();
    List<Optional<String>> superseded = Succession.of(claims, settings.schema().claims());
    List<StoredClaim> stored = new ArrayList<>();
    for (int place = 0; place < claims.size(); place++) {
      stored.add(
          new StoredClaim(
              Succession.id(place),
              claims.get(place),
              superseded.get(place),
              kept.get(place).whole()));
    }
    return stored;
  }
}
