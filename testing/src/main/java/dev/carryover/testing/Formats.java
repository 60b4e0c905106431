package dev.carryover.testing;

/**
 * Names of the memory formats that come with Carryover, as migration files and reports use them.
 */
public final class Formats {
  /** The transcript. */
  public static final String LC_RAW = "lc-raw";

  /** Chunks with vectors. */
  public static final String RAG = "rag";

  /** Prose of the writer. */
  public static final String NOTES = "notes";

  /** Claims under a fixed schema. */
  public static final String KG_FIXED = "kg-fixed";

  /** The key-value cache of a model that read the whole history. */
  public static final String SAVED_CACHE = "saved-cache";

  /** A small key-value cache that a model trained. */
  public static final String CARTRIDGE = "cartridge";

  /** A memory behind a command or an endpoint. */
  public static final String EXTERNAL = "external";

  private Formats() {}
}
