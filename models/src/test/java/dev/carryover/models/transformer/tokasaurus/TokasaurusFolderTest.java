package dev.carryover.models.transformer.tokasaurus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.SourceException;
import dev.carryover.models.transformer.Generation;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokasaurusFolderTest {
  private static final int POSITIONS = 16;
  private static final int TEXT = 40;

  @TempDir private Path cartridges;
  private Transformer model;
  private KvCache cartridge;

  @BeforeEach
  void makeACartridge() {
    model = TinyModels.load("tiny-llama");
    try (KvCache first = KvCache.prefill(model, TinyModels.tokens(3, POSITIONS))) {
      int[] positions = first.positions();
      positions[POSITIONS - 1] = TEXT - 1;
      cartridge = KvCache.of(model, first.keyValues(), positions, first.ids());
    }
  }

  @AfterEach
  void close() {
    cartridge.close();
    model.close();
  }

  private byte[] entry(String name) throws IOException {
    try (ZipFile zip = new ZipFile(cartridges.resolve("h-1/cartridge.pt").toFile())) {
      ZipEntry entry = zip.getEntry("cartridge/" + name);
      assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
      return zip.getInputStream(entry).readAllBytes();
    }
  }

  private float[] numbers(int storage) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(entry("data/" + storage)).order(ByteOrder.LITTLE_ENDIAN);
    float[] numbers = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(numbers);
    return numbers;
  }

  @Test
  void theFirstColumnIsFixedAndTheOthersAreTrainable() throws IOException {
    TokasaurusFolder.write(cartridges, "h-1", cartridge);

    String pickle = new String(entry("data.pkl"), StandardCharsets.ISO_8859_1);
    assertThat(pickle)
        .contains("fixed_keys", "fixed_values", "trainable_keys", "trainable_values", "cpu")
        .contains("torch._utils\n_rebuild_tensor_v2\n")
        .endsWith(".");
    // two layers of two heads of eight: fixed keys and values, then trainable ones
    for (int storage = 0; storage < 8; storage++) {
      int columns = storage < 4 ? 1 : POSITIONS - 1;
      assertThat(numbers(storage)).as("storage %d", storage).hasSize(2 * columns * 8);
    }
    float[] values = cartridge.keyValues().values().get(0).toFloatArray();
    assertThat(numbers(2)[0]).isEqualTo(values[0]);
    assertThat(numbers(6)[0]).isEqualTo(values[8]);
    assertThat(Files.readString(cartridges.resolve("h-1/config.yaml")))
        .contains("  max_tokens: 16\n")
        .contains("pretrained_model_name_or_path: \"tiny-llama\"");
  }

  @Test
  void whatIsReadRightAfterItSeesWhatItSawAfterTheText() throws IOException {
    int[] question = TinyModels.tokens(8, 4);
    TokasaurusFolder.write(cartridges, "h-1", cartridge);

    try (KvCache served = cartridge.moved(POSITIONS - TEXT)) {
      float[] keys = served.keyValues().keys().get(1).toFloatArray();
      assertThat(numbers(5)[0]).isEqualTo(keys[8]);
      float[] wanted = Generation.next(cartridge, question);
      float[] got = Generation.next(served, question);
      for (int i = 0; i < wanted.length; i++) {
        assertThat(got[i]).isCloseTo(wanted[i], within(1e-4f));
      }
    }
  }

  @Test
  void oneCartridgeGivesTheSameBytes() throws IOException {
    TokasaurusFolder.write(cartridges, "a", cartridge);
    TokasaurusFolder.write(cartridges, "b", cartridge);

    assertThat(cartridges.resolve("b/cartridge.pt"))
        .hasSameBinaryContentAs(cartridges.resolve("a/cartridge.pt"));
  }

  @Test
  void whatTheServerWouldCutOrRenameIsRefused() {
    try (KvCache short15 = cartridge.slice(0, 15);
        KvCache nothing = KvCache.empty(model)) {
      for (KvCache wrong : List.of(short15, nothing)) {
        assertThatThrownBy(() -> TokasaurusFolder.write(cartridges, "h", wrong))
            .isInstanceOf(SettingException.class)
            .hasMessageContaining("multiple of 16");
      }
    }
    for (String id : List.of("", "a/b", "..", "a--b", "-a", "a b", "é")) {
      assertThatThrownBy(() -> TokasaurusFolder.write(cartridges, id, cartridge))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'" + id + "'");
    }
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.createFile(cartridges.resolve("taken"));

    assertThatThrownBy(() -> TokasaurusFolder.write(file, "h", cartridge))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("taken");
  }
}
