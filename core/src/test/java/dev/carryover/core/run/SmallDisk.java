package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A real file system of a few pages. */
final class SmallDisk implements AutoCloseable {
  private final Path root;

  private SmallDisk(Path root) {
    this.root = root;
  }

  /** Mounts one, or skips the test where this process may not mount. */
  static SmallDisk mount(Path root, int kibibytes) throws IOException {
    Files.createDirectories(root);
    boolean mounted =
        Files.isExecutable(Path.of("/bin/mount"))
            && exit(
                    "mount",
                    "-t",
                    "tmpfs",
                    "-o",
                    "size=" + kibibytes + "k",
                    "tmpfs",
                    root.toString())
                == 0;
    assumeTrue(mounted, "only a privileged process can mount a small tmpfs to fill");
    return new SmallDisk(root);
  }

  Path root() {
    return root;
  }

  /** Takes all but so many bytes, to the page. */
  Path fillAllBut(int bytes) throws IOException {
    Path filler = root.resolve("filler");
    Files.write(filler, new byte[(int) Files.getFileStore(root).getUsableSpace() - bytes]);
    return filler;
  }

  void makeReadOnly() throws IOException {
    assertThat(exit("mount", "-o", "remount,ro", root.toString())).isZero();
  }

  @Override
  public void close() throws IOException {
    assertThat(exit("umount", root.toString())).isZero();
  }

  private static int exit(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .onExit()
        .orTimeout(30, TimeUnit.SECONDS)
        .join()
        .exitValue();
  }
}
