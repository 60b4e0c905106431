package dev.carryover.formats.notes;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.RewriteReach;
import dev.carryover.core.Seeds;
import dev.carryover.core.StoreManifest.Ancestor;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.scoring.Identifiers;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.RepairMethod;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Has the new writer put the old notes into words of its own, part by part, from the notes alone: a
 * raw history is never looked at. A part may take its segment's share of the cap, and no less than
 * the old text. A rewrite that is empty, was cut off or is over that keeps the old text. How many
 * parts were reached, and how many rewrites lost an identifier, is in the store's manifest ({@link
 * RewriteReach}), and part by part in the line of each file.
 *
 * @param settings of the format: a segment's size is a part's
 */
record StyleRewrite(NotesSettings settings) implements RepairMethod {
  static final String NAME = "style-rewrite";

  /** Shares of the writer's allowance; the paper does not state its own, these are ours. */
  private static final List<Rung> RUNGS =
      List.of(Rung.percent(25), Rung.percent(50), Rung.percent(100));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "has the new model put the old notes into its own words, without the raw history";
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
    MemoryStore store = job.store();
    Components components = job.to();
    Rung rung = job.rung();
    long seed = job.seed();
    NotesFolder.requireNotes(store);
    WriterModel writer = components.requireWriter();
    List<OldNotes> files = OldNotes.of(store, settings.segment().amount());
    int allowance = rung.of(components.allowances().writerTokens());
    int[] tokens = tokens(files, allowance);
    Identifiers identifiers =
        Identifiers.among(files.stream().flatMap(f -> f.parts().stream().map(OldNotes.Part::text)));
    List<Rewritten> done = new ArrayList<>();
    for (OldNotes file : files) {
      List<Rewritten.Part> parts = new ArrayList<>();
      for (OldNotes.Part part : file.parts()) {
        long own = Seeds.derive(seed, NAME, Integer.toString(part.number()));
        int allowed = tokens[part.number() - 1];
        parts.add(
            allowed == 0
                ? Rewritten.Part.kept(part, 0, "no token was left for it")
                : part(writer, part, allowed, own, identifiers));
      }
      done.add(new Rewritten(file, parts));
    }
    return target.write(
        description(store, writer, rung, seed, Rewritten.reach(done)),
        folder -> NotesFolder.writeRewritten(folder, done));
  }

  private static Rewritten.Part part(
      WriterModel writer, OldNotes.Part part, int tokens, long seed, Identifiers identifiers) {
    Written<String> written = writer.rewrite(part.text(), part.maxBytes(), tokens, seed);
    String text = Fitted.plain(written.content()).strip();
    if (written.cutOff()) {
      return Rewritten.Part.kept(part, tokens, "cut off", written);
    }
    if (text.isEmpty()) {
      return Rewritten.Part.kept(part, tokens, "empty", written);
    }
    if (Fitted.utf8Length(text) > part.maxBytes()) {
      return Rewritten.Part.kept(part, tokens, "over the cap", written);
    }
    return Rewritten.Part.anew(part, tokens, text, identifiers.lost(part.text(), text), written);
  }

  /** The allowance, shared out by the parts' bytes. */
  private static int[] tokens(List<OldNotes> files, int allowance) {
    return ProRata.shares(
        allowance,
        files.stream()
            .flatMap(file -> file.parts().stream())
            .mapToLong(part -> Fitted.utf8Length(part.text()))
            .toArray());
  }

  private static Description description(
      MemoryStore store, WriterModel writer, Rung rung, long seed, RewriteReach reach) {
    Description before = store.manifest().description();
    SortedMap<String, String> all = new TreeMap<>(before.settings());
    all.keySet().removeIf(key -> key.startsWith("writer."));
    writer.settings().forEach((key, value) -> all.put("writer." + key, value));
    reach.putInto(all);
    return new Description(
        before.format(),
        before.history(),
        Optional.of(writer.identity()),
        before.spaces(),
        all,
        seed,
        Optional.of(new Ancestor(store.manifest().sha256(), NAME + " " + rung.name())));
  }
}
