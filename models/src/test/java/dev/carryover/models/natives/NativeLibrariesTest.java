package dev.carryover.models.natives;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.models.embedding.EmbedOnce;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {
  @TempDir Path folder;

  @Test
  void theLibraryIsKeptInTheUsersCache() throws Exception {
    Path cache = folder.resolve("cache");
    assertThat(
            embedOnce(Map.of("XDG_CACHE_HOME", cache.toString(), "LOCALAPPDATA", cache.toString())))
        .isEqualTo("384 " + cache.resolve("carryover").resolve("djl"));
    assertThat(Files.walk(cache).filter(Files::isRegularFile)).hasSize(1);
  }

  @Test
  void withoutAWritableHomeATemporaryFolderServesAndIsRemoved() throws Exception {
    Path noFolder =
        Files.writeString(folder.resolve("home"), "a file, so nothing can be made in it");
    String printed =
        embedOnce(Map.of("XDG_CACHE_HOME", noFolder.toString()), "-Duser.home=" + noFolder);
    assertThat(printed).startsWith("384 " + folder.resolve("tmp"));
    assertThat(Path.of(printed.substring("384 ".length()))).doesNotExist();
  }

  @Test
  void theUsersOwnSettingWins() throws Exception {
    Path own = folder.resolve("own");
    assertThat(embedOnce(Map.of(), "-DDJL_CACHE_DIR=" + own)).isEqualTo("384 " + own);
    assertThat(own).isNotEmptyDirectory();
  }

  private String embedOnce(Map<String, String> environment, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(EmbedOnce.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of("DJL_CACHE_DIR", "ENGINE_CACHE_DIR"));
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String printed = read(process);
    assertThat(process.waitFor()).isZero();
    return printed.strip();
  }

  private static String read(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
