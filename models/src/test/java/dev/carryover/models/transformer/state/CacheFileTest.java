package dev.carryover.models.transformer.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.IncompatibleStateException;
import dev.carryover.models.transformer.Geometry;
import dev.carryover.models.transformer.Hardware;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.models.transformer.TinyModels;
import dev.carryover.models.transformer.Transformer;
import dev.carryover.models.transformer.Weights;
import dev.carryover.models.transformer.load.HuggingFaceFolder;
import dev.carryover.models.transformer.load.Safetensors;
import dev.carryover.models.transformer.load.Safetensors.Tensor;
import dev.carryover.models.transformer.state.CacheFile.Loaded;
import dev.carryover.models.transformer.state.CacheHeader.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheFileTest {
  private static final SortedMap<String, String> SETTINGS = new TreeMap<>(Map.of("prompt", "p"));

  private static Transformer model;
  private static KvCache cache;

  @TempDir private Path folder;
  private Path file;

  @BeforeAll
  static void load() {
    model = TinyModels.load("tiny-qwen2");
    cache = KvCache.prefill(model, TinyModels.tokens(1, 20));
  }

  @AfterAll
  static void close() {
    cache.close();
    model.close();
  }

  @BeforeEach
  void write() {
    file = folder.resolve("cache.safetensors");
    CacheFile.write(folder, header(cache), cache);
  }

  private static CacheHeader header(KvCache of) {
    return new CacheHeader(Kind.PREFILL, of.model().identity(), SETTINGS, of.positions(), of.ids());
  }

  private Loaded read(Transformer reader, Foreign foreign) {
    return CacheFile.read(folder, reader, foreign);
  }

  private void assertDamaged(String... parts) {
    assertThatThrownBy(() -> read(model, Foreign.REFUSE))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining(file.toString())
        .satisfies(
            error -> {
              for (String part : parts) {
                assertThat(error).hasMessageContaining(part);
              }
            });
  }

  @Test
  void aCacheComesBackToTheBitWithAllThatIsSaidOfIt() {
    Loaded loaded = read(model, Foreign.REFUSE);

    try (KvCache back = loaded.cache()) {
      assertThat(back.ids()).isEqualTo(cache.ids());
      assertThat(back.positions()).isEqualTo(cache.positions());
      assertThat(back.arrays().keySet()).isEqualTo(cache.arrays().keySet());
      for (Map.Entry<String, NDArray> array : cache.arrays().entrySet()) {
        assertThat(back.arrays().get(array.getKey()).toFloatArray())
            .isEqualTo(array.getValue().toFloatArray());
      }
    }
    assertThat(loaded.header().kind()).isEqualTo(Kind.PREFILL);
    assertThat(loaded.header().model()).isEqualTo(model.identity());
    assertThat(loaded.header().settings()).isEqualTo(SETTINGS);
  }

  @Test
  void twoFilesOfOneCacheAreEqual() throws IOException {
    byte[] first = Files.readAllBytes(file);
    long size = CacheFile.write(folder, header(cache), cache);

    assertThat(Files.readAllBytes(file)).isEqualTo(first).hasSize((int) size);
  }

  @Test
  void columnsThatStandForNoTokenAndApartAreKept() {
    int[] ids = cache.ids();
    ids[3] = KvCache.NO_TOKEN;
    try (KvCache sparse = cache.without(0, 7)) {
      CacheHeader header =
          new CacheHeader(
              Kind.CARTRIDGE,
              model.identity(),
              new TreeMap<>(),
              sparse.positions(),
              Arrays.copyOf(ids, sparse.length()));
      CacheFile.write(folder, header, sparse);
    }

    Loaded loaded = read(model, Foreign.REFUSE);
    try (KvCache back = loaded.cache()) {
      assertThat(back.positions()).doesNotContain(0, 7).hasSize(18);
      assertThat(back.ids()).contains(KvCache.NO_TOKEN);
    }
    assertThat(loaded.header().kind()).isEqualTo(Kind.CARTRIDGE);
  }

  @Test
  void aCacheOfNothingIsAFileToo() {
    try (KvCache nothing = KvCache.empty(model)) {
      CacheFile.write(folder, header(nothing), nothing);
    }

    try (KvCache back = read(model, Foreign.REFUSE).cache()) {
      assertThat(back.length()).isZero();
    }
  }

  @Test
  void theSameModelUnderAnotherNameIsTheSame() {
    try (Transformer renamed =
        HuggingFaceFolder.load("renamed", TinyModels.folder("tiny-qwen2"), Hardware.CPU)) {
      read(renamed, Foreign.REFUSE).cache().close();
    }
  }

  @Test
  void anotherModelIsRefusedAndBothAreNamed() {
    try (Transformer other = TinyModels.load("tiny-llama")) {
      assertThatThrownBy(() -> read(other, Foreign.REFUSE))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining(model.identity().fingerprint())
          .hasMessageContaining(other.identity().fingerprint());
    }
  }

  @Test
  void anotherModelOfTheSameShapeMayBeUsedOnPurpose() {
    try (Transformer other = TinyModels.load("tiny-llama")) {
      Loaded loaded = read(other, Foreign.USE);
      try (KvCache back = loaded.cache()) {
        assertThat(back.model()).isSameAs(other);
        assertThat(loaded.header().model()).isEqualTo(model.identity());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"REFUSE", "USE"})
  void anotherShapeIsRefusedEvenOnPurpose(Foreign foreign) {
    try (Transformer shallow = shallow(128)) {
      assertThatThrownBy(() -> read(shallow, foreign))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining(model.identity().fingerprint())
          .hasMessageContaining(shallow.identity().fingerprint());
    }
  }

  @Test
  void positionsBeyondTheReadersContextAreRefused() {
    try (Transformer other = TinyModels.load("tiny-llama");
        KvCache late = cache.moved(100)) {
      CacheFile.write(folder, header(late), late);
      Transformer shortSighted = contextOf(other, 110);
      assertThatThrownBy(() -> read(shortSighted, Foreign.USE))
          .isInstanceOf(IncompatibleStateException.class)
          .hasMessageContaining("position 110")
          .hasMessageContaining("context of 110");
    }
  }

  @Test
  void aFileThatIsCutOffAnywhereIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length += 1 + whole.length / 97) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertDamaged();
    }
  }

  @Test
  void aBitThatFlipsAnywhereIsNoticed() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(7);
    for (int flip = 0; flip < 300; flip++) {
      byte[] flipped = whole.clone();
      // half of the flips fall into the header
      int at = flip % 2 == 0 ? random.nextInt(2000) : random.nextInt(whole.length);
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, flipped);
      assertDamaged();
    }
  }

  @Test
  void arraysThatChangePlacesAreNoticed() {
    Safetensors tensors = Safetensors.read(file);
    List<String> names = List.copyOf(tensors.names());
    SortedMap<String, Tensor> reordered = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      String other = names.get((i + 1) % names.size());
      reordered.put(names.get(i), new Tensor(tensors.shape(other), tensors.floats(other)));
    }
    Safetensors.write(file, tensors.metadata(), reordered);

    assertDamaged("numbers", "checksum");
  }

  @Test
  void aSafetensorsFileThatIsNoCacheIsRefused() throws IOException {
    Files.copy(
        TinyModels.folder("tiny-qwen2").resolve("model.safetensors"),
        file,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertDamaged("checksum");
  }

  @Test
  void aHeaderThatClaimsMoreThanThereIsTakesNoMemory() throws IOException {
    String json =
        "{\"k\":{\"dtype\":\"F32\",\"shape\":[1152921504606846976],\"data_offsets\":[0,4611686018427387904]}}";
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(8 + text.length + 4).order(ByteOrder.LITTLE_ENDIAN);
    Files.write(file, bytes.putLong(text.length).put(text).array());

    assertDamaged();
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.delete(file);

    assertDamaged();
  }

  @ParameterizedTest
  @ValueSource(strings = {"format", "kind", "positions", "tokens", "model.name"})
  void aHeaderWithoutAFieldIsRefused(String field) {
    rewritten(metadata -> metadata.remove(field));

    assertDamaged(field);
  }

  @Test
  void headersThatMakeNoSenseAreRefused() {
    rewritten(metadata -> metadata.put("format", "carryover.cache/2"));
    assertDamaged("carryover.cache/2", "carryover.cache/1");
    write();
    rewritten(metadata -> metadata.put("kind", "poem"));
    assertDamaged("poem");
    write();
    rewritten(metadata -> metadata.put("positions", "0 one 2"));
    assertDamaged("one");
    write();
    rewritten(metadata -> metadata.put("positions", "0 1 2"));
    assertDamaged("3 positions of 20 tokens");
  }

  /** The file with another header, whose checksum is right. */
  private void rewritten(java.util.function.Consumer<SortedMap<String, String>> change) {
    Safetensors tensors = Safetensors.read(file);
    SortedMap<String, String> metadata = new TreeMap<>(tensors.metadata());
    metadata.remove("header");
    change.accept(metadata);
    metadata.put("header", CacheFile.checksum(metadata));
    SortedMap<String, Tensor> same = new TreeMap<>();
    for (String name : tensors.names()) {
      same.put(name, new Tensor(tensors.shape(name), tensors.floats(name)));
    }
    Safetensors.write(file, metadata, same);
  }

  /** The first layer of the tiny model alone. */
  private static Transformer shallow(int context) {
    NDManager manager = Hardware.CPU.newManager();
    Path from = TinyModels.folder("tiny-qwen2");
    Geometry whole = HuggingFaceFolder.geometry(from);
    Weights all = HuggingFaceFolder.weights(from, whole, manager);
    Weights first =
        new Weights(all.embedding(), all.layers().subList(0, 1), all.norm(), all.head());
    return new Transformer(
        "shallow", manager, with(whole, 1, context), first, HuggingFaceFolder.tokens(from));
  }

  /** The model with a shorter context, on its own weights. */
  private static Transformer contextOf(Transformer of, int context) {
    Geometry geometry = with(of.geometry(), of.geometry().layers(), context);
    return new Transformer(
        "short-sighted", of.newManager(), geometry, of.decoder().weights(), of.tokens());
  }

  private static Geometry with(Geometry of, int layers, int context) {
    return new Geometry(
        layers,
        of.width(),
        of.heads(),
        of.keyValueHeads(),
        of.headSize(),
        of.inner(),
        of.vocabulary(),
        context,
        of.ropeBase(),
        of.ropeScaling(),
        of.normEpsilon(),
        of.biased(),
        of.tied());
  }

  @Test
  void identitiesDifferByAnyFactButTheName() {
    ModelIdentity own = model.identity();
    ModelIdentity otherTokenizer =
        new ModelIdentity(
            own.name(),
            own.revision(),
            java.util.Optional.of("other"),
            own.contextLimit(),
            own.facts(),
            List.of());

    assertThat(CacheHeader.sameModel(own, own)).isTrue();
    assertThat(CacheHeader.sameModel(own, otherTokenizer)).isFalse();
  }
}
