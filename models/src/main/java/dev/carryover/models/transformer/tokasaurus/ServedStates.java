package dev.carryover.models.transformer.tokasaurus;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.models.service.Tokasaurus;
import dev.carryover.models.service.Tokasaurus.Cartridge;
import dev.carryover.models.service.Tokasaurus.Source;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.state.CacheFile;
import dev.carryover.models.transformer.state.CacheFile.Loaded;
import dev.carryover.models.transformer.state.CacheHeader.Kind;
import dev.carryover.models.transformer.state.LocalStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/**
 * States of a model in this process, of which a Tokasaurus server answers after the cartridges.
 * They are trained and verified here; a saved cache answers here too, since the server takes none.
 */
public final class ServedStates implements StatefulModel, AutoCloseable {
  /** Of the hash in a cartridge's id. */
  private static final int ID_DIGITS = 32;

  private final LocalStates local;
  private final Tokasaurus server;
  private final Path cartridges;

  /**
   * @param local the model that the server serves
   * @param server closed with this
   * @param cartridges the folder of that name beside which the server was started
   */
  public ServedStates(LocalStates local, Tokasaurus server, Path cartridges) {
    this.local = local;
    this.server = server;
    this.cartridges = cartridges;
  }

  @Override
  public ModelIdentity identity() {
    return local.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return local.settings();
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    return local.prefill(passages, folder);
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    return local.train(passages, study, folder);
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    Loaded loaded = local.load(folder, foreign);
    if (loaded.header().kind() != Kind.CARTRIDGE) {
      return local.answering(loaded);
    }
    String id = "carryover-" + sha256(CacheFile.in(folder)).substring(0, ID_DIGITS);
    try (KvCache cartridge = loaded.cache()) {
      TokasaurusFolder.write(cartridges, id, cartridge);
    }
    return server.open(new Cartridge(id, Source.LOCAL, true), loaded.header().model());
  }

  private static String sha256(Path file) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    } catch (IOException e) {
      throw new SourceException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
