package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carryover.cli.CommandRuns.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code ./carryover}, in a skeleton of a checkout: its Java writes down what it is
 * asked to run, its Maven wrapper writes down that it built.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  @TempDir private Path folder;
  private Path home = Path.of("");
  private Path tools = Path.of("");
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void makeASkeleton() throws IOException {
    home = Files.createDirectories(folder.resolve("check out"));
    Files.createDirectories(home.resolve("cli/src/main/java"));
    Files.createDirectories(home.resolve("core/src/main/java"));
    write(home.resolve("pom.xml"), "<project/>");
    write(home.resolve("cli/pom.xml"), "<project/>");
    write(home.resolve("cli/src/main/java/A.java"), "class A {}");
    write(home.resolve("core/src/main/java/B.java"), "class B {}");
    script(home.resolve("carryover"), read(launcher()));
    script(
        home.resolve("mvnw"),
        """
        #!/bin/sh
        echo "built with $JAVA_HOME: $*" >>builds
        [ -e fail ] && { echo "compilation failed" >&2; exit 1; }
        mkdir -p cli/target/classes
        printf '%s' "$PWD/library.jar" >cli/target/classpath
        : >library.jar
        """);
    tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool :
        List.of(
            "bash",
            "sh",
            "env",
            "dirname",
            "readlink",
            "sed",
            "find",
            "mkdir",
            "cat",
            "mv",
            "echo")) {
      offer(tool);
    }
    environment.put("PATH", tools.toString());
    environment.put("HOME", folder.toString());
    environment.put("CARRYOVER_JAVA_OPTIONS", "");
    java("jdk", "17.0.15", true);
    environment.put("JAVA_HOME", folder.resolve("jdk").toString());
  }

  @Test
  void theFirstCallBuildsAndLaterOnesDoNot() {
    Said first = launch(folder, "gate", "-c", "a file.yaml");
    Said second = launch(folder, "--version");

    assertThat(first.code()).isZero();
    assertThat(first.err()).contains("Building Carryover");
    assertThat(first.out()).contains("dev.carryover.cli.Carryover|gate|-c|a file.yaml|");
    assertThat(second.err()).as("nothing to say").isEmpty();
    assertThat(second.out()).contains("dev.carryover.cli.Carryover|--version|");
    assertThat(builds()).hasSize(1);
    assertThat(builds().get(0)).contains("-pl cli -am").contains("package");
  }

  @Test
  void aSourceThatChangedIsBuiltAgain() throws IOException {
    launch(folder);
    touch(home.resolve("core/src/main/java/B.java"));
    launch(folder);

    assertThat(builds()).hasSize(2);

    touch(home.resolve("pom.xml"));
    launch(folder);
    launch(folder);

    assertThat(builds()).hasSize(3);
  }

  @Test
  void aNewFileAndALostLibraryAreNoticed() throws IOException {
    launch(folder);
    Path added = write(home.resolve("core/src/main/java/C.java"), "class C {}");
    touch(added);
    launch(folder);

    assertThat(builds()).hasSize(2);

    Files.delete(home.resolve("library.jar"));
    launch(folder);

    assertThat(builds()).hasSize(3);
  }

  @Test
  void aTestThatChangedNeedsNoBuild() throws IOException {
    launch(folder);
    Path test = home.resolve("core/src/test/java/BTest.java");
    Files.createDirectories(test.getParent());
    touch(write(test, "class BTest {}"));
    launch(folder);

    assertThat(builds()).hasSize(1);
  }

  @Test
  void aBuildThatFailsIsSaidAndTriedAgain() throws IOException {
    write(home.resolve("fail"), "");

    Said failed = launch(folder, "demo");

    assertThat(failed.code()).isEqualTo(2);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err()).contains("compilation failed").contains("error: the build failed");

    Files.delete(home.resolve("fail"));

    assertThat(launch(folder, "demo").code()).isZero();
    assertThat(builds()).hasSize(2);
  }

  @Test
  void exitCodesArePassedOn() {
    launch(folder);

    for (int code : List.of(0, 1, 2, 3, 4, 5)) {
      assertThat(launch(folder, "exit" + code).code()).isEqualTo(code);
    }
  }

  @Test
  void itWorksThroughLinksAndFromAnyFolder() throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path elsewhere = Files.createDirectories(folder.resolve("else where"));
    Files.createSymbolicLink(bin.resolve("one"), home.resolve("carryover"));
    Files.createSymbolicLink(bin.resolve("two"), Path.of("one"));

    Said said = start(elsewhere, bin.resolve("two").toString(), List.of("doctor"));

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("in " + elsewhere.toRealPath())
        .contains(home.resolve("cli/target/classes").toString())
        .contains("|doctor|");
  }

  @Test
  void anOldJavaIsPassedOverForALinkToANewOneOnThePath() throws IOException {
    java("old", "11.0.2", true);
    environment.put("JAVA_HOME", folder.resolve("old").toString());
    Files.createSymbolicLink(tools.resolve("java"), java("new", "21.0.1", true));

    Said said = launch(folder, "gate");

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("Java 21.0.1");
    assertThat(builds().get(0)).contains("built with " + folder.resolve("new"));
  }

  @Test
  void javaEightIsUnderstoodToBeOld() throws IOException {
    java("eight", "1.8", true);
    environment.put("JAVA_HOME", folder.resolve("eight").toString());
    Files.createSymbolicLink(tools.resolve("java"), java("new", "17", true));

    assertThat(launch(folder, "gate").out()).contains("Java 17");
  }

  @Test
  void withoutAJavaItSaysHowToGetOne() {
    if (!noJavaInTheUsualPlaces()) {
      // then the script finds that one, which is right, and this cannot be tried here
      environment.put("JAVA_HOME", folder.resolve("nothing").toString());
      assertThat(launch(folder, "--version").err()).doesNotContain("needs Java 17");
      return;
    }
    environment.put("JAVA_HOME", folder.resolve("nothing").toString());

    Said said = launch(folder, "gate");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("needs Java 17 or newer").contains("apt install");
  }

  @Test
  void tooOldAJavaIsNamedInTheHelp() throws IOException {
    // the usual places are left out, so that the machine's own Java does not help
    script(
        home.resolve("carryover"),
        read(launcher()).replaceAll("(?m)^ +/(usr|opt|Library)/.*\\\\$", "    \\\\"));
    java("old", "11", true);
    environment.put("JAVA_HOME", folder.resolve("old").toString());

    Said said = launch(folder, "gate");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.out()).isEmpty();
    assertThat(said.err())
        .contains("error: Carryover needs Java 17 or newer, and none was found")
        .contains("too old: " + folder.resolve("old/bin/java"))
        .contains("apt install openjdk-17-jdk")
        .contains("JAVA_HOME");
    assertThat(builds()).isEmpty();
  }

  @Test
  void aJavaWithoutACompilerCannotBuild() throws IOException {
    java("jre", "17", false);
    environment.put("JAVA_HOME", folder.resolve("jre").toString());

    Said said = launch(folder, "gate");

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("building needs a JDK").contains("install the JDK");
  }

  @Test
  void anArchiveNeedsNoBuild() throws IOException {
    Files.createDirectories(home.resolve("lib"));

    Said said = launch(folder, "gate");

    assertThat(said.code()).isZero();
    assertThat(said.out()).contains(home.resolve("lib/*").toString());
    assertThat(builds()).isEmpty();
  }

  @Test
  void optionsForJavaAreHandedOnAndNoTerminalIsClaimed() {
    environment.put("CARRYOVER_JAVA_OPTIONS", "-Xmx2g -Dx=y");

    String out = launch(folder, "gate").out();

    assertThat(out).contains("|-Xmx2g|-Dx=y|").doesNotContain("terminal=true");
  }

  @Test
  void whereServicesAnswerAndNothingIsEmbeddedJavaCompilesOnce() {
    String firstCompilerAlone = "|-XX:TieredStopAtLevel=1|";
    write(folder.resolve("asks.yaml"), "name: a\nservices:\n  s: {kind: openai}\n");
    write(
        folder.resolve("embeds.yaml"),
        "services:\n  s: {kind: openai}\nold: {model: s, embedder: e}\n");
    write(folder.resolve("computes.yaml"), "services:\n  s: {kind: transformer, path: m.gguf}\n");
    write(folder.resolve("built-in.yaml"), "name: a\nold: {model: extractive-1}\n");

    assertThat(launch(folder, "gate", "-c", "asks.yaml").out()).contains(firstCompilerAlone);
    assertThat(launch(folder, "gate", "--config=asks.yaml").out()).contains(firstCompilerAlone);
    assertThat(launch(folder, "gate", "-c", "embeds.yaml").out())
        .doesNotContain(firstCompilerAlone);
    assertThat(launch(folder, "gate", "-c", "computes.yaml").out())
        .doesNotContain(firstCompilerAlone);
    assertThat(launch(folder, "gate", "-c", "built-in.yaml").out())
        .doesNotContain(firstCompilerAlone);
    assertThat(launch(folder, "gate", "-c", "missing.yaml").out())
        .doesNotContain(firstCompilerAlone);
    assertThat(launch(folder, "demo").out()).doesNotContain(firstCompilerAlone);
  }

  @Test
  void aScreenOfWhatItWritesItselfCompilesOnce() {
    String firstCompilerAlone = "|-XX:TieredStopAtLevel=1|";
    String embeds = "old: {embedder: e}\nformats:\n  - rag: {k: 4}\n";
    write(folder.resolve("plain.yaml"), embeds);
    write(folder.resolve("given.yaml"), embeds + "store: jsonl:s.jsonl\n");
    write(folder.resolve("graph.yaml"), embeds.replace("k: 4", "index: hnsw"));
    write(folder.resolve("computes.yaml"), embeds + "services:\n  s: {kind: transformer}\n");
    write(folder.resolve("nano.yaml"), "old: {model: nano-1}\n");

    assertThat(launch(folder, "screen", "-c", "plain.yaml").out()).contains(firstCompilerAlone);
    assertThat(launch(folder, "gate", "-c", "plain.yaml").out()).doesNotContain(firstCompilerAlone);
    for (String file :
        List.of("given.yaml", "graph.yaml", "computes.yaml", "nano.yaml", "missing.yaml")) {
      assertThat(launch(folder, "screen", "-c", file).out())
          .as(file)
          .doesNotContain(firstCompilerAlone);
    }
    assertThat(launch(folder, "screen", "-c", "plain.yaml", "--store", "jsonl:s").out())
        .doesNotContain(firstCompilerAlone);
    assertThat(launch(folder, "screen", "--store=jsonl:s", "-c", "plain.yaml").out())
        .doesNotContain(firstCompilerAlone);
  }

  private Said launch(Path from, String... arguments) {
    return start(from, home.resolve("carryover").toString(), List.of(arguments));
  }

  private Said start(Path from, String script, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(script));
    command.addAll(arguments);
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(from.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the script hangs: " + read(err));
      }
      return new Said(process.exitValue(), read(out), read(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private List<String> builds() {
    Path builds = home.resolve("builds");
    return Files.exists(builds) ? read(builds).lines().toList() : List.of();
  }

  /** A Java that tells its version, and writes its arguments with bars between them. */
  private Path java(String name, String version, boolean compiler) throws IOException {
    Path bin = Files.createDirectories(folder.resolve(name).resolve("bin"));
    if (compiler) {
      script(bin.resolve("javac"), "#!/bin/sh\n");
    }
    return script(
        bin.resolve("java"),
        """
        #!/bin/sh
        if [ "$1" = -XshowSettings:properties ]; then
          echo "    java.home = %s" >&2
          echo "    java.specification.version = %s" >&2
          exit 0
        fi
        echo "Java %s in $PWD"
        for argument; do
          printf '%%s|' "$argument"
          case $argument in exit?) code=${argument#exit} ;; esac
        done
        exit ${code:-0}
        """
            .formatted(
                bin.getParent(),
                version.matches("1\\.8|\\d+") ? version : version.split("\\.")[0],
                version));
  }

  private static Path script(Path file, String text) throws IOException {
    write(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private void offer(String tool) throws IOException {
    for (String place : System.getenv("PATH").split(":")) {
      Path found = Path.of(place, tool);
      if (Files.isExecutable(found)) {
        script(tools.resolve(tool), "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(found));
        return;
      }
    }
    throw new AssertionError("this machine has no " + tool);
  }

  private static void touch(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(Duration.ofMillis(20))));
    // builds that follow must be newer again
    try {
      Thread.sleep(40);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean noJavaInTheUsualPlaces() {
    return !Files.exists(Path.of("/usr/lib/jvm")) && !Files.exists(Path.of("/opt/java"));
  }

  private static Path launcher() {
    Path here = Path.of("").toAbsolutePath();
    Path script = here.resolveSibling("carryover");
    assertThat(new String(bytes(script), StandardCharsets.UTF_8)).startsWith("#!");
    return script;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
