package dev.carryover.cli;

import static dev.carryover.cli.CommandRuns.files;
import static dev.carryover.cli.CommandRuns.read;
import static dev.carryover.cli.CommandRuns.run;
import static dev.carryover.cli.CommandRuns.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carryover.cli.CommandRuns.Said;
import dev.carryover.core.run.PlanLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan is locked, tagged, run, and changed. */
class PlanLockCommandTest {
  private static final String UPGRADE =
      """
      name: up
      histories: synthetic:nano?count=2&seed=7
      formats: [notes, lc-raw]
      old: {model: extractive-1}
      new: {model: extractive-2}
      """;

  private static final String[] STUDY = {
    "--study",
    "notes-budget",
    "-s",
    "histories=synthetic:nano?count=2",
    "-s",
    "caps=50%",
    "-s",
    "writers=extractive-1"
  };

  @TempDir private Path folder;
  private Path file = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void writeTheFile() {
    file = write(folder.resolve("up.yaml"), UPGRADE);
    out = folder.resolve("run");
  }

  private Said lock(Object... more) {
    return with(List.of("plan", "lock", "-c", file, "--out", out), more);
  }

  private static Said with(List<Object> words, Object... more) {
    Object[] all = new Object[words.size() + more.length];
    System.arraycopy(words.toArray(), 0, all, 0, words.size());
    System.arraycopy(more, 0, all, words.size(), more.length);
    return run(all);
  }

  private PlanLock written() {
    return PlanLock.find(out).orElseThrow();
  }

  /** What it said, without the line breaks of a narrow terminal. */
  private static String inOneLine(Said said) {
    return said.out().replaceAll("\\s+", " ");
  }

  @Test
  void aGateRunsThePlanThatWasLocked() {
    Said said = lock();

    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("Locked " + out.resolve("plan-lock.json"), written().sha256());
    assertThat(written().analysis())
        .containsEntry(
            "hypotheses", "no-regression: notes, by accuracy; no-regression: lc-raw, by accuracy")
        .containsEntry("threshold", "a loss of the rollout 'keep' of 0.05")
        .containsKeys("directions", "correction", "unit", "exclusions", "planned_contrasts");
    assertThat(files(out)).as("nobody was asked").containsOnly("plan-lock.json", ".lock");

    Said gate = run("gate", "-c", file, "--out", out);
    assertThat(inOneLine(gate)).contains("is unchanged since: SHA-256 " + written().sha256());
    assertThat(read(out.resolve("report/report.json"))).contains(written().sha256());
    Said late = lock();
    assertThat(late.code()).isEqualTo(2);
    assertThat(late.err()).contains("holds answers already");
  }

  @Test
  void aPlanThatChangedAfterTheLockIsRunAndSaysSo() {
    lock();
    Said gate = run("gate", "-c", file, "--out", out, "--margin", "0.2");

    assertThat(gate.code()).isNotEqualTo(2);
    assertThat(inOneLine(gate))
        .contains("is not the one that was locked", "plan.rule.margin was '0.05' and is '0.2'");
    assertThat(read(out.resolve("report/report.json"))).contains("is not the one that was locked");
    assertThat(read(out.resolve("deviations.md")))
        .contains(written().sha256(), "setting.margin was '0.05' and is '0.2'");
  }

  @Test
  void theOptionsOfAGateAreInTheLockAndADiagnosisIsAnotherPlan() {
    lock("--margin", "0.2");
    PlanLock gate = written();
    assertThat(gate.facts()).containsEntry("plan.rule.margin", "0.2");
    out = folder.resolve("diagnosis");
    lock("--diagnosis");

    assertThat(written().facts().keySet())
        .contains("plan.treatment.notes/old-to-new/style-rewrite");
    assertThat(gate.facts().keySet())
        .doesNotContain("plan.treatment.notes/old-to-new/style-rewrite");
  }

  @Test
  void aStudyIsLockedAndRun() {
    Said said = with(List.of("plan", "lock", "--out", out), (Object[]) STUDY);
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(written().analysis()).containsEntry("unit", "history");
    assertThat(written().facts()).containsEntry("setting.caps", "50%");

    Object[] again = STUDY.clone();
    again[0] = "study";
    Said study = with(List.of(), with("--out", again));
    assertThat(study.code()).as(study.err()).isZero();
    assertThat(study.out()).contains("is unchanged since: SHA-256 " + written().sha256());
    Said late = with(List.of("plan", "lock", "--out", out), (Object[]) STUDY);
    assertThat(late.code()).isEqualTo(2);
  }

  private Object[] with(String option, Object[] words) {
    Object[] all = new Object[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = option;
    all[words.length + 1] = out;
    return all;
  }

  @Test
  void whatCannotBeRunIsNotLocked() {
    write(file, UPGRADE.replace("extractive-2", "nobody"));
    Said said = lock();

    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("nobody");
    assertThat(out).doesNotExist();
  }

  @Test
  void outsideARepositoryTheFileAloneIsTheLock() throws Exception {
    assumeTrue(works("git", "--version"), "git is not installed");
    assumeTrue(!works(folder, "git", "rev-parse"), "the temporary folder is in a repository");

    Said said = lock();
    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("No signed tag", "in no git repository");
  }

  @Test
  void withoutAKeyTheFileAloneIsTheLock() throws Exception {
    repository();
    git("config", "user.signingkey", "");
    git("config", "gpg.ssh.defaultKeyCommand", "");

    Said said = lock();
    assertThat(said.code()).as(said.out()).isZero();
    assertThat(said.out()).contains("No signed tag: no signing key");
    assertThat(git("tag")).isEmpty();
  }

  @Test
  void aSignedTagIsMadeOnceAndGitVerifiesIt() throws Exception {
    repository();
    assumeTrue(
        works(folder, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key"), "no ssh-keygen");
    write(folder.resolve("allowed"), "me@example.org " + read(folder.resolve("key.pub")));
    git("config", "gpg.format", "ssh");
    git("config", "user.signingkey", folder.resolve("key.pub").toString());
    git("config", "gpg.ssh.allowedSignersFile", folder.resolve("allowed").toString());

    Said said = lock();
    String tag = "carryover-lock-up-" + written().sha256().substring(0, 8);
    assertThat(said.code()).as(said.out()).isZero();
    assertThat(said.out()).contains("Signed tag " + tag, "git verify-tag " + tag);
    assertThat(git("tag")).isEqualTo(tag);
    assertThat(works(folder, "git", "verify-tag", tag)).isTrue();
    assertThat(git("cat-file", "tag", tag))
        .contains("SHA-256: " + written().sha256(), "hypotheses: ");

    Said again = lock();
    assertThat(again.code()).isZero();
    assertThat(again.out()).contains("is there already");
    write(folder.resolve("allowed"), "");
    assertThat(works(folder, "git", "verify-tag", tag)).as("nobody is allowed to sign").isFalse();
  }

  @Test
  void aTagThatCannotBeSignedIsSaidAndCanBeTriedAgain() throws Exception {
    repository();
    git("config", "gpg.format", "ssh");
    git("config", "user.signingkey", folder.resolve("no-such-key").toString());

    Said said = lock();
    assertThat(said.code()).isEqualTo(5);
    assertThat(said.out()).contains("git could not sign carryover-lock-up-");
    assertThat(written().sha256()).isNotEmpty();
    assertThat(git("tag")).isEmpty();
  }

  private void repository() throws Exception {
    assumeTrue(works("git", "--version"), "git is not installed");
    git("init", "--quiet");
    git("config", "user.name", "Me");
    git("config", "user.email", "me@example.org");
    git("config", "commit.gpgsign", "false");
    git("add", "up.yaml");
    git("commit", "--quiet", "--message", "An upgrade");
  }

  private String git(String... arguments) throws Exception {
    String[] command = new String[arguments.length + 1];
    command[0] = "git";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  private boolean works(String... command) throws Exception {
    return works(folder, command);
  }

  private static boolean works(Path in, String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
