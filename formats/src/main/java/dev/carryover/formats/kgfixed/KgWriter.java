package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.History;
import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryWriter;
import dev.carryover.core.spi.StoreTarget;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterModel.Written;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** Has a writer claim what a history says, and keeps the claims that fit the schema. */
record KgWriter(KgSettings settings) implements MemoryWriter {
  @Override
  public MemoryStore write(History history, Components components, long seed, StoreTarget target) {
    WriterModel writer = components.requireWriter();
    Schema schema = settings.schema();
    Written<List<Claim>> written =
        writer.claims(
            history.events(), schema.claims(), components.allowances().writerTokens(), seed);
    Claims.Taken taken = Claims.take(written, schema, history);
    return target.write(
        description(history, writer, seed),
        folder -> {
          new KgContent(schema, taken.claims()).writeTo(folder);
          KgContent.writeNotes(folder, written.usage(), written.cutOff(), taken.rejected());
        });
  }

  private Description description(History history, WriterModel writer, long seed) {
    SortedMap<String, String> resolved = settings.asMap();
    writer.settings().forEach((key, value) -> resolved.put("writer." + key, value));
    return new Description(
        KgFixedProvider.NAME,
        history.id(),
        Optional.of(writer.identity()),
        List.of(),
        resolved,
        seed,
        Optional.empty());
  }
}
