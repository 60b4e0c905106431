package dev.carryover.core.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/** The versions of Carryover and of the libraries that figures depend on, as built. */
public final class Versions {
  private Versions() {}

  /** Version by name; {@code carryover} is the code's own, with its commit where known. */
  public static SortedMap<String, String> all() {
    Properties properties = new Properties();
    try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("the versions of this build cannot be read", e);
    }
    TreeMap<String, String> versions = new TreeMap<>();
    properties.stringPropertyNames().forEach(n -> versions.put(n, properties.getProperty(n)));
    String commit = String.valueOf(versions.remove("commit"));
    boolean uncommitted = Boolean.parseBoolean(versions.remove("uncommitted"));
    if (!commit.startsWith("$")) {
      versions.merge("carryover", commit + (uncommitted ? ", changed" : ""), "%s (%s)"::formatted);
    }
    return versions;
  }
}
