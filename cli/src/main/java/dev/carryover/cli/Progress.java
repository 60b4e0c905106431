package dev.carryover.cli;

import dev.carryover.migrations.run.GateListener;
import dev.carryover.studies.frame.StudyListener;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Tells on standard error how a run gets on and how much time is left: a line that is written over
 * on a terminal, a line every few seconds elsewhere.
 */
final class Progress implements GateListener, StudyListener {
  private static final long TERMINAL_NANOS = 200_000_000L;
  private static final long PLAIN_NANOS = 10_000_000_000L;

  private final PrintWriter err;
  private final boolean quiet;
  private final boolean terminal;
  private long begun;
  private long first;
  private long all = -1;
  private long shown;
  private boolean open;

  Progress(PrintWriter err, boolean quiet, boolean terminal) {
    this.err = err;
    this.quiet = quiet;
    this.terminal = terminal;
  }

  @Override
  public void stage(String what) {
    if (!quiet) {
      closeLine();
      err.println(what + " ...");
      err.flush();
    }
  }

  @Override
  public void progress(long done, long total, String where) {
    tell(done, total, "observations", where);
  }

  @Override
  public void copied(long done, long total, String where) {
    if (done == 0) {
      stage("repairing " + total + " stores");
    } else {
      tell(done, total, "stores", where);
    }
  }

  private void tell(long done, long total, String what, String where) {
    if (quiet) {
      return;
    }
    long now = System.nanoTime();
    if (total != all || done < first) {
      // the first part of the work, or the next one
      first = done;
      all = total;
      begun = now;
      shown = terminal ? 0 : now;
    }
    boolean last = done == total;
    if (now - shown < (terminal ? TERMINAL_NANOS : PLAIN_NANOS) && !last) {
      return;
    }
    shown = now;
    String line =
        String.format(
            Locale.ROOT,
            "%3d %%  %,d of %,d %s%s  (%s)",
            100 * done / Math.max(1, total),
            done,
            total,
            what,
            timeLeft(done, total, now),
            where);
    if (terminal) {
      err.print("\r\u001b[K" + line);
      open = true;
      if (last) {
        closeLine();
      }
    } else {
      err.println(line);
    }
    err.flush();
  }

  private String timeLeft(long done, long total, long now) {
    if (done <= first || done == total) {
      return "";
    }
    double seconds = (now - begun) / 1e9 / (done - first) * (total - done);
    return seconds < 60
        ? String.format(Locale.ROOT, ", about %.0f s left", Math.ceil(seconds))
        : String.format(Locale.ROOT, ", about %.0f min left", Math.ceil(seconds / 60));
  }

  private void closeLine() {
    if (open) {
      err.println();
      open = false;
    }
  }
}
