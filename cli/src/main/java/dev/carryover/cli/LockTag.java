package dev.carryover.cli;

import dev.carryover.core.run.PlanLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A signed tag on the commit that a plan was locked at; its message holds the lock's SHA-256.
 *
 * @param message what became of it, for the user
 * @param failed whether it should be there and is not
 */
record LockTag(String message, boolean failed) {
  private static final int HASH = 8;

  /** How a signature begins, whether by OpenPGP, SSH or X.509. */
  private static final String SIGNATURE = "\n-----BEGIN ";

  /**
   * Makes the tag where the folder lies in a git repository and a signing key is set up. One that
   * is there already stays.
   *
   * @param folder the run directory; absolute, and there
   */
  static LockTag make(PlanLock lock, Path folder) {
    String name = "carryover-lock-" + lock.name() + "-" + lock.sha256().substring(0, HASH);
    Git git = new Git(folder);
    try {
      if (!git.succeeds("rev-parse", "--git-dir")) {
        return without("the run directory is in no git repository");
      }
      if (git.succeeds("rev-parse", "--quiet", "--verify", "refs/tags/" + name)) {
        return new LockTag("Tag " + name + " is there already.", false);
      }
      if (!git.succeeds("rev-parse", "--quiet", "--verify", "HEAD")) {
        return without("the git repository has no commit yet");
      }
      if (!git.has("user.signingkey") && !git.has("gpg.ssh.defaultKeyCommand")) {
        return without("no signing key is set up in git (user.signingkey)");
      }
      return signed(git, name, message(lock));
    } catch (IOException e) {
      return without("git cannot be started");
    }
  }

  /** Some versions of git make a tag without a signature where the key cannot be read. */
  private static LockTag signed(Git git, String name, String message) throws IOException {
    Git.Result tagged = git.run("tag", "--sign", name, "--message", message, "HEAD");
    if (tagged.code() == 0 && git.run("cat-file", "tag", name).said().contains(SIGNATURE)) {
      return new LockTag(
          "Signed tag " + name + ": check it with 'git verify-tag " + name + "'.", false);
    }
    git.run("tag", "--delete", name);
    return new LockTag("No tag: git could not sign " + name + ": " + tagged.said(), true);
  }

  private static LockTag without(String why) {
    return new LockTag("No signed tag: " + why + ". The file alone is the lock.", false);
  }

  private static String message(PlanLock lock) {
    List<String> lines = new ArrayList<>();
    lines.add("Plan of " + lock.name() + ", locked before the first answer");
    lines.add("");
    lines.add("plan-lock.json SHA-256: " + lock.sha256());
    lock.analysis().forEach((key, words) -> lines.add(key + ": " + words));
    return String.join("\n", lines);
  }

  /** Calls git in a folder, where it may ask nobody anything on the terminal's input. */
  private record Git(Path folder) {
    record Result(int code, String said) {}

    boolean succeeds(String... arguments) throws IOException {
      return run(arguments).code() == 0;
    }

    boolean has(String setting) throws IOException {
      Result value = run("config", setting);
      return value.code() == 0 && !value.said().isEmpty();
    }

    Result run(String... arguments) throws IOException {
      List<String> command = new ArrayList<>(List.of("git"));
      command.addAll(List.of(arguments));
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
      builder.environment().put("GIT_TERMINAL_PROMPT", "0");
      Process process = builder.start();
      try {
        process.getOutputStream().close();
        String said =
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new Result(process.waitFor(), said);
      } catch (InterruptedException e) {
        process.destroy();
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
