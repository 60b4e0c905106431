package dev.carryover.models.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where DJL unpacks native libraries, and that it does so without a network.
 *
 * <p>The folder is {@code DJL_CACHE_DIR} (environment or system property) where that is set,
 * otherwise one under the user's cache folder, otherwise, where that cannot be written, a new
 * temporary folder that is removed when the process ends.
 */
public final class NativeLibraries {
  private static final String CACHE_KEY = "DJL_CACHE_DIR";
  private static final List<String> OVERRIDES =
      List.of(CACHE_KEY, "ENGINE_CACHE_DIR", "RUST_LIBRARY_PATH");

  private NativeLibraries() {}

  /** Sets DJL's system properties, before any class of it is loaded. Settings of the user win. */
  public static synchronized void prepare() {
    setUnlessSet("ai.djl.offline", "true");
    setUnlessSet("OPT_OUT_TRACKING", "true");
    if (OVERRIDES.stream().allMatch(key -> configured(key).isEmpty())) {
      System.setProperty(CACHE_KEY, writableFolder().toString());
    }
  }

  /** The folder that is in use, in words. */
  public static String folder() {
    return OVERRIDES.stream()
        .flatMap(key -> configured(key).stream())
        .findFirst()
        .orElse("the user's cache folder");
  }

  private static Optional<String> configured(String key) {
    return Optional.ofNullable(System.getenv(key))
        .or(() -> Optional.ofNullable(System.getProperty(key)))
        .filter(value -> !value.isBlank());
  }

  private static void setUnlessSet(String key, String value) {
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }

  private static Path writableFolder() {
    Path wanted = userCache().resolve("carryover").resolve("djl");
    try {
      Files.createDirectories(wanted);
      Files.delete(Files.createTempFile(wanted, "probe", ".tmp"));
      return wanted;
    } catch (IOException | SecurityException e) {
      return temporaryFolder(wanted);
    }
  }

  private static Path temporaryFolder(Path wanted) {
    try {
      Path folder = Files.createTempDirectory("carryover-djl");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteQuietly(folder)));
      return folder;
    } catch (IOException e) {
      return wanted;
    }
  }

  /** The folder for what can be made again, as the operating system has it. */
  private static Path userCache() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    Path home = Path.of(System.getProperty("user.home", ""));
    if (os.startsWith("mac")) {
      return home.resolve("Library").resolve("Caches");
    }
    String key = os.startsWith("windows") ? "LOCALAPPDATA" : "XDG_CACHE_HOME";
    return configured(key).map(Path::of).filter(Path::isAbsolute).orElse(home.resolve(".cache"));
  }

  private static void deleteQuietly(Path folder) {
    try (Stream<Path> content = Files.walk(folder)) {
      for (Path path : content.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      // Windows keeps a loaded library open; its own cleaning of temporary files takes it
    }
  }
}
