package dev.carryover.models.embedding;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxTensorLike;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.models.natives.NativeLibraries;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * A tokenizer and an ONNX session that turn one text at a time into a unit vector. Safe for use by
 * several threads; each run computes on its caller's thread alone. Batching texts into one run
 * would change the quantized models' vectors.
 */
final class SentenceEncoder implements AutoCloseable {
  private static final String TOKEN_TYPES = "token_type_ids";

  private final OnnxModel model;
  private final OrtEnvironment environment;
  private final OrtSession session;
  private final HuggingFaceTokenizer tokenizer;
  private final boolean wantsTokenTypes;

  private SentenceEncoder(
      OnnxModel model,
      OrtEnvironment environment,
      OrtSession session,
      HuggingFaceTokenizer tokenizer) {
    this.model = model;
    this.environment = environment;
    this.session = session;
    this.tokenizer = tokenizer;
    this.wantsTokenTypes = session.getInputNames().contains(TOKEN_TYPES);
  }

  /**
   * Loads the model from the class path.
   *
   * @throws ServiceException if its artifact is missing or a native library does not load
   */
  static SentenceEncoder load(OnnxModel model) {
    HuggingFaceTokenizer tokenizer = loadTokenizer(model);
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      OrtSession session = environment.createSession(bytes(model.stableName() + ".onnx"), options);
      return new SentenceEncoder(model, environment, session, tokenizer);
    } catch (OrtException | IOException | LinkageError e) {
      tokenizer.close();
      throw cannotLoad(model, "the ONNX model", System.getProperty("java.io.tmpdir"), e);
    }
  }

  private static HuggingFaceTokenizer loadTokenizer(OnnxModel model) {
    NativeLibraries.prepare();
    try (InputStream json = find(model.stableName() + "-tokenizer.json").openStream()) {
      Map<String, String> options =
          Map.of("padding", "false", "maxLength", Integer.toString(model.maxTokens()));
      return HuggingFaceTokenizer.newInstance(json, options);
    } catch (IOException | RuntimeException | LinkageError e) {
      throw cannotLoad(model, "the tokenizer", NativeLibraries.folder(), e);
    }
  }

  private static ServiceException cannotLoad(
      OnnxModel model, String part, String folder, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new ServiceException(
        ("embedder '%s' cannot load %s: %s; the model's artifact must be on the class path, and the"
                + " native library needs a folder with room that allows execution: %s")
            .formatted(model.stableName(), part, root.getMessage(), folder),
        cause);
  }

  private static byte[] bytes(String name) throws IOException {
    URLConnection connection = find(name).openConnection();
    try (InputStream in = connection.getInputStream()) {
      byte[] bytes = new byte[connection.getContentLength()];
      if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        throw new EOFException("'" + name + "' ends too early");
      }
      return bytes;
    }
  }

  private static URL find(String name) throws IOException {
    URL url = OnnxModel.class.getClassLoader().getResource(name);
    if (url == null) {
      throw new FileNotFoundException("'" + name + "' is not on the class path");
    }
    return url;
  }

  /**
   * The unit vector of a text, prefix included. A text without a word is embedded as its special
   * tokens alone.
   *
   * @throws ServiceException if the model fails or returns what is no vector
   */
  float[] encode(String text) {
    Encoding encoding = tokenizer.encode(text, true, false);
    long[] ids = encoding.getIds();
    long[] shape = {1, ids.length};
    Map<String, OnnxTensorLike> inputs = new HashMap<>();
    try (OnnxTensor idTensor = tensor(ids, shape);
        OnnxTensor maskTensor = tensor(encoding.getAttentionMask(), shape);
        OnnxTensor typeTensor = tensor(encoding.getTypeIds(), shape)) {
      inputs.put("input_ids", idTensor);
      inputs.put("attention_mask", maskTensor);
      if (wantsTokenTypes) {
        inputs.put(TOKEN_TYPES, typeTensor);
      }
      try (OrtSession.Result result = session.run(inputs)) {
        FloatBuffer tokens = ((OnnxTensor) result.get(0)).getFloatBuffer();
        float[] pooled = model.pooling().pool(tokens, ids.length, OnnxModel.DIMENSION);
        return UnitVectors.normalized(pooled, model.stableName());
      }
    } catch (OrtException e) {
      throw new ServiceException(
          "embedder '%s' failed on a text of %d tokens: %s"
              .formatted(model.stableName(), ids.length, e.getMessage()),
          e);
    }
  }

  private OnnxTensor tensor(long[] values, long[] shape) throws OrtException {
    return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
  }

  /** Frees the native memory; nobody may be encoding. */
  @Override
  public void close() {
    try (tokenizer) {
      session.close();
    } catch (OrtException e) {
      throw new ServiceException(
          "embedder '%s' did not close: %s".formatted(model.stableName(), e.getMessage()), e);
    }
  }
}
