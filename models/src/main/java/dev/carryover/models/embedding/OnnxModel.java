package dev.carryover.models.embedding;

import dev.carryover.core.spi.Embedder.Purpose;

/** What there is to know about a model that ships in a Maven artifact. */
enum OnnxModel {
  ALL_MINILM_L6_V2("all-minilm-l6-v2", Family.MINILM, false),
  ALL_MINILM_L6_V2_Q("all-minilm-l6-v2-q", Family.MINILM, true),
  E5_SMALL_V2("e5-small-v2", Family.E5, false),
  E5_SMALL_V2_Q("e5-small-v2-q", Family.E5, true),
  BGE_SMALL_EN_V1_5("bge-small-en-v1.5", Family.BGE, false),
  BGE_SMALL_EN_V1_5_Q("bge-small-en-v1.5-q", Family.BGE, true);

  /** Of the vectors of every one of them. */
  static final int DIMENSION = 384;

  /**
   * What a model shares with its quantized variant, as its card states it.
   *
   * <p>Texts are cut where LangChain4j's classes for these models cut them: after 128 tokens for
   * minilm, 512 for the others, {@code [CLS]} and {@code [SEP]} included.
   */
  private enum Family {
    MINILM(Pooling.MEAN, "", "", 128),
    E5(Pooling.MEAN, "query: ", "passage: ", 512),
    BGE(Pooling.CLS, "Represent this sentence for searching relevant passages: ", "", 512);

    private final Pooling pooling;
    private final String queryPrefix;
    private final String documentPrefix;
    private final int maxTokens;

    Family(Pooling pooling, String queryPrefix, String documentPrefix, int maxTokens) {
      this.pooling = pooling;
      this.queryPrefix = queryPrefix;
      this.documentPrefix = documentPrefix;
      this.maxTokens = maxTokens;
    }
  }

  private final String stableName;
  private final Family family;
  private final boolean quantized;

  OnnxModel(String stableName, Family family, boolean quantized) {
    this.stableName = stableName;
    this.family = family;
    this.quantized = quantized;
  }

  /** The name that a configuration uses; the files in the artifact are named for it too. */
  String stableName() {
    return stableName;
  }

  /** Whether the weights have 8 bits. */
  boolean quantized() {
    return quantized;
  }

  Pooling pooling() {
    return family.pooling;
  }

  /** How many tokens of a text it reads, the special ones included. */
  int maxTokens() {
    return family.maxTokens;
  }

  /** What stands before a text that is embedded for this purpose. */
  String prefix(Purpose purpose) {
    return purpose == Purpose.QUERY ? family.queryPrefix : family.documentPrefix;
  }
}
