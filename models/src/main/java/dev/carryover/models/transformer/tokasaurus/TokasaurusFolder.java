package dev.carryover.models.transformer.tokasaurus;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.KvCache;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a cartridge for a Tokasaurus server that was started beside the folder {@code cartridges}:
 * {@code cartridges/ID/cartridge.pt} and {@code config.yaml}, to be asked for with the source
 * {@code local}.
 *
 * <p>The server reads a question right after the cartridge's own columns, and our cartridges are
 * asked at the position where their text ends. Attention sees only how far apart two positions are,
 * so the keys are turned back by the difference.
 */
public final class TokasaurusFolder {
  /** The server's default page; a cartridge that does not fill its pages is cut. */
  private static final int PAGE = 16;

  /** Names that the server does not change. */
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9]+([_-][A-Za-z0-9]+)*");

  private static final String ARCHIVE = "cartridge/";

  private TokasaurusFolder() {}

  /**
   * Writes it.
   *
   * @param cartridges the folder of all cartridges
   * @param id under which it is asked for
   * @throws SettingException if the server would change the id or cut the cartridge
   * @throws SourceException if it cannot be written
   */
  public static void write(Path cartridges, String id, KvCache cartridge) {
    if (!ID.matcher(id).matches()) {
      throw new SettingException(
          "id",
          "the server would rename a cartridge '" + id + "'",
          "use letters, digits and single hyphens between them");
    }
    int columns = cartridge.length();
    if (columns == 0 || columns % PAGE != 0) {
      throw new SettingException(
          "positions",
          "the server would cut a cartridge of %d positions to pages of %d"
              .formatted(columns, PAGE),
          "train one of a multiple of " + PAGE);
    }
    Path folder = cartridges.resolve(id);
    try (KvCache turned = cartridge.moved(columns - cartridge.nextPosition())) {
      Files.createDirectories(folder);
      write(folder.resolve("cartridge.pt"), turned);
      Files.writeString(folder.resolve("config.yaml"), config(cartridge));
    } catch (IOException e) {
      throw new SourceException(
          "the cartridge cannot be written to '%s': %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static String config(KvCache cartridge) {
    return String.format(
        Locale.ROOT,
        """
        kv_cache_initializer:
          max_tokens: %d
          num_frozen_tokens: 1
        model:
          pretrained_model_name_or_path: "%s"
        """,
        cartridge.length(),
        cartridge.model().identity().name().replaceAll("[\"\\\\\\p{Cntrl}]", "_"));
  }

  /** A zip of a pickle and an entry for every tensor's numbers, as {@code torch.save} writes it. */
  private static void write(Path file, KvCache cartridge) throws IOException {
    List<NDArray> storages = new ArrayList<>();
    Pickle pickle = Pickle.ofDictionary();
    tensors(pickle, "fixed_keys", cartridge.keyValues().keys(), ":1", storages);
    tensors(pickle, "fixed_values", cartridge.keyValues().values(), ":1", storages);
    tensors(pickle, "trainable_keys", cartridge.keyValues().keys(), "1:", storages);
    tensors(pickle, "trainable_values", cartridge.keyValues().values(), "1:", storages);
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      entry(zip, "data.pkl", pickle.end());
      entry(zip, "byteorder", "little".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < storages.size(); i++) {
        entry(zip, "data/" + i, bytes(storages.get(i)));
        storages.get(i).close();
      }
      entry(zip, "version", "3\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void tensors(
      Pickle pickle, String name, List<NDArray> layers, String columns, List<NDArray> storages) {
    pickle.text(name).beginList();
    for (NDArray layer : layers) {
      NDArray part = layer.get(new NDIndex(":, :, " + columns + ", :"));
      pickle.tensor(Integer.toString(storages.size()), part.getShape().getShape());
      storages.add(part);
    }
    pickle.endList();
  }

  private static byte[] bytes(NDArray array) {
    float[] numbers = array.toFloatArray();
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(numbers);
    return bytes.array();
  }

  /** PyTorch reads entries that are not compressed; no time is kept, so that bytes repeat. */
  private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content);
    ZipEntry entry = new ZipEntry(ARCHIVE + name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    entry.setTime(0);
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
