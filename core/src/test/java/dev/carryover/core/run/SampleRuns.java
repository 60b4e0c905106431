package dev.carryover.core.run;

import dev.carryover.core.Cell;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.EvidenceMode;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Plan;
import dev.carryover.core.Plan.PlannedFormat;
import dev.carryover.core.Plan.PlannedTreatment;
import dev.carryover.core.Plan.Rule;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.report.Identity;
import dev.carryover.core.report.RunReport.SpaceComparison;
import dev.carryover.core.run.RunRecord.Clock;
import dev.carryover.core.run.RunRecord.Look;
import dev.carryover.core.run.RunRecord.Status;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** A run and a store with every field filled. */
final class SampleRuns {
  private SampleRuns() {}

  static Description description() {
    return new Description(
        "rag",
        "conv-26",
        Optional.of(
            new ModelIdentity(
                "writer",
                Optional.of("b179c952"),
                Optional.empty(),
                OptionalInt.of(8192),
                new TreeMap<>(Map.of("version", "b7")),
                List.of(-0.25, -1.5))),
        List.of(new EmbedderIdentity("minilm", 384, "0f1e2d3c4b5a6978")),
        new TreeMap<>(Map.of("chunk", "512", "index", "exact")),
        Long.MIN_VALUE,
        Optional.of(new Ancestor("ab".repeat(32), "re-embed 50 %")));
  }

  static MemoryStore writeStore(StoreFolder stores, String name) {
    return stores
        .target(name)
        .write(
            description(),
            content -> {
              Files.writeString(
                  content.resolve("items.jsonl"), "{\"id\":\"c1\",\"text\":\"né\"}\n");
              Files.createDirectories(content.resolve("vectors"));
              Files.write(content.resolve("vectors/0.f32"), new byte[] {0, 0, -128, 63});
              Files.write(content.resolve("vectors.idx"), new byte[] {1});
            });
  }

  static RunRecord record() {
    return record(new TreeMap<>(Map.of("seed", "7", "formats.rag.k", "8")));
  }

  static RunRecord record(SortedMap<String, String> settings) {
    return record(settings, plan(7), List.of(identity("e5")));
  }

  static RunRecord record(
      SortedMap<String, String> settings, Plan plan, List<Identity> identities) {
    return new RunRecord(
        RunRecord.SCHEMA,
        "upgrade",
        Status.RUNNING,
        new TreeMap<>(Map.of("file", "name: upgrade\n# Grüße\n")),
        settings,
        plan,
        identities,
        List.of(new SpaceComparison("minilm", "e5", "canaries", 12, 0.1 + 0.2, -0.004)),
        List.of("4 questions have no usable evidence"),
        new TreeMap<>(Map.of("carryover", "0.1.0", "lucene", "9.12.3")),
        new Clock("2026-12-01T10:00:00Z", "2026-12-01T10:00:05Z", 5.25, "host", "17.0.15"),
        List.of(new Look("2026-12-01T10:00:05Z", "inconclusive", 10)));
  }

  static Plan plan(long seed) {
    Cell cell =
        new Cell(
            Plan.ANY_HISTORY,
            "rag",
            Cell.NOBODY,
            "rules",
            "minilm",
            "e5",
            Cell.AS_WRITTEN,
            EvidenceMode.STORED_EVIDENCE,
            1);
    return new Plan(
        List.of("conv-26", "conv-30"),
        List.of(
            new PlannedFormat(
                "rag", new TreeMap<>(Map.of("k", "8")), OptionalInt.of(8), Optional.of("recall@8")),
            new PlannedFormat(
                "lcraw", Collections.emptySortedMap(), OptionalInt.empty(), Optional.empty())),
        List.of(
            new PlannedTreatment("rag", Plan.OLD_TO_NEW, "inherited", Optional.of(cell)),
            new PlannedTreatment("rag", Plan.OLD_TO_NEW, "ideal-router", Optional.empty())),
        new Rule("inherited", List.of("before", "own"), 0.05, 0),
        seed);
  }

  static Identity identity(String name) {
    return new Identity(
        "embedder", name, new TreeMap<>(Map.of("dimension", "384")), List.of("revision"));
  }

  static RunRecord withManyNotes(RunRecord record) {
    return new RunRecord(
        record.schema(),
        record.name(),
        record.status(),
        record.given(),
        record.settings(),
        record.plan(),
        record.identities(),
        record.spaces(),
        Collections.nCopies(1000, "a note"),
        record.versions(),
        record.clock(),
        record.looks());
  }
}
