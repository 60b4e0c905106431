package dev.carryover.core.spi;

/** A setting that cannot be used: names the key, what is wrong with the value, and the remedy. */
public final class SettingException extends IllegalArgumentException {
  private final String key;
  private final String problem;
  private final String remedy;

  /**
   * @param key the setting's key, as a configuration writes it
   * @param problem what is wrong, with the value
   * @param remedy what to do about it
   */
  public SettingException(String key, String problem, String remedy) {
    super(problem + "; " + remedy);
    this.key = key;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** The setting's key. */
  public String key() {
    return key;
  }

  /** What is wrong, with the value. */
  public String problem() {
    return problem;
  }

  /** What to do about it. */
  public String remedy() {
    return remedy;
  }
}
