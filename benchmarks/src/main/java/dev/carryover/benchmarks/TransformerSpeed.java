package dev.carryover.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The side of Carryover in {@code bench/transformer.sh}, which has it measure one thing at a time,
 * so that the sides take turns. It reads a command a line and answers with a line of figures: the
 * seconds that passed, the seconds of processor time of this process, and what the command is said
 * to give beside.
 *
 * <ul>
 *   <li>{@code load FILE}: a GGUF file, from the disk to a model that can be asked
 *   <li>{@code export FOLDER}: its weights for PyTorch
 *   <li>{@code prefill ID,ID,…}: reads these tokens
 *   <li>{@code decode ID COUNT}: writes on after them and this one; gives the tokens
 *   <li>{@code keep FOLDER}: saves what was read last
 *   <li>{@code open FOLDER}: loads and verifies it
 *   <li>{@code step POSITIONS ID,ID,…}: a step of training a cartridge that begins as the last
 *       prefill's first positions; the last half of the tokens is the answer
 *   <li>{@code nano FOLDER}: loads a nano model; all commands above are for it from now on
 *   <li>{@code history}: gives the tokens of a nano history
 *   <li>{@code cartridge}: trains one for that history, as the format does where nothing is set
 * </ul>
 */
public final class TransformerSpeed {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private TransformerSpeed() {}

  /** Answers until its input ends. */
  public static void main(String[] arguments) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (TransformerWork work = new TransformerWork()) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ");
        out.println(measured(work, words[0], Arrays.copyOfRange(words, 1, words.length)));
      }
    }
  }

  private static String measured(TransformerWork work, String command, String[] arguments)
      throws IOException {
    long wall = System.nanoTime();
    long cpu = SYSTEM.getProcessCpuTime();
    String result = work.run(command, arguments);
    return String.format(
        Locale.ROOT,
        "%.6f %.6f %s",
        (System.nanoTime() - wall) / 1e9,
        (SYSTEM.getProcessCpuTime() - cpu) / 1e9,
        result);
  }
}
