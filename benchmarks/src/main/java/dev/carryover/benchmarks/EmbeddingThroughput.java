package dev.carryover.benchmarks;

import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.Embedder.Purpose;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.Settings;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.e5smallv2q.E5SmallV2QuantizedEmbeddingModel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Texts embedded per second, ours against LangChain4j's own class on its default executor: the same
 * 200 texts, and the same vectors to the bit, which is checked first.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(3)
@Warmup(iterations = 2, time = 4)
@Measurement(iterations = 5, time = 4)
@SuppressWarnings("NullAway.Init") // JMH fills the parameters in, then calls open()
public class EmbeddingThroughput {
  private static final int TEXTS = 200;

  /** The model's stable name. */
  @Param({"all-minilm-l6-v2-q", "e5-small-v2-q"})
  public String model;

  /** Least characters of a text; 100 make about 26 tokens. */
  @Param({"500", "100"})
  public int characters;

  private List<String> texts;
  private List<TextSegment> segments;
  private Embedder ours;
  private EmbeddingModel theirs;

  /** Loads the model twice. */
  @Setup
  public void open() {
    ChatText chat = new ChatText(7);
    texts = Stream.generate(() -> chat.ofAtLeast(characters)).limit(TEXTS).toList();
    boolean e5 = model.startsWith("e5");
    segments =
        texts.stream().map(text -> TextSegment.from(e5 ? "passage: " + text : text)).toList();
    ours =
        Plugins.named(EmbedderProvider.class, "embedder", model)
            .create(Settings.NONE, ModelContext.of(Runtime.getRuntime().availableProcessors()));
    theirs =
        e5 ? new E5SmallV2QuantizedEmbeddingModel() : new AllMiniLmL6V2QuantizedEmbeddingModel();
    List<float[]> vectors = carryover();
    List<Embedding> expected = langChain4j();
    for (int i = 0; i < TEXTS; i++) {
      if (!Arrays.equals(vectors.get(i), expected.get(i).vector())) {
        throw new IllegalStateException("the vectors differ for: " + texts.get(i));
      }
    }
  }

  /** Lets go of ours; theirs stays until the process ends. */
  @TearDown
  public void close() {
    ours.close();
  }

  /** Ours, on as many threads as there are cores. */
  @Benchmark
  @OperationsPerInvocation(TEXTS)
  public List<float[]> carryover() {
    return ours.embed(texts, Purpose.DOCUMENT);
  }

  /** LangChain4j's own class, as it comes. */
  @Benchmark
  @OperationsPerInvocation(TEXTS)
  public List<Embedding> langChain4j() {
    return theirs.embedAll(segments).content();
  }
}
