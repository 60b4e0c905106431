package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Role;
import dev.carryover.core.StoreManifest.Description;
import dev.carryover.core.spi.Components;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The names of those who play the roles that a memory is sensitive to. It is told no others. */
final class Names {
  private static final String WRITER = "writer";
  private static final String INDEX_EMBEDDER = "index_embedder";

  private final Set<Role> roles;

  Names(Set<Role> roles) {
    this.roles = roles;
  }

  /** Who writes, where that matters. */
  Optional<ModelIdentity> writer(Components components) {
    return components.writer().map(w -> w.identity()).filter(w -> roles.contains(Role.WRITER));
  }

  /** Whose vectors a store holds, where that matters. */
  List<EmbedderIdentity> spaces(Components components) {
    return components
        .indexEmbedder()
        .map(e -> e.identity())
        .filter(e -> roles.contains(Role.INDEX_EMBEDDER))
        .stream()
        .toList();
  }

  /** Who wrote, or writes, a store of this description. */
  ObjectNode writing(Description description) {
    ObjectNode names = Json.object();
    description.writer().ifPresent(writer -> names.put(WRITER, writer.name()));
    description.spaces().forEach(space -> names.put(INDEX_EMBEDDER, space.name()));
    return names;
  }

  /** Who reads a store. */
  ObjectNode reading(Components components) {
    ObjectNode names = Json.object();
    components
        .reader()
        .filter(reader -> roles.contains(Role.READER))
        .ifPresent(reader -> names.put("reader", reader.identity().name()));
    components
        .queryEmbedder()
        .filter(embedder -> roles.contains(Role.QUERY_EMBEDDER))
        .ifPresent(embedder -> names.put("query_embedder", embedder.identity().name()));
    return names;
  }
}
