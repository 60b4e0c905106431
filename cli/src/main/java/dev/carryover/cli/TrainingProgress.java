package dev.carryover.cli;

import dev.carryover.models.nano.training.Curve;
import dev.carryover.models.nano.training.Recipe;
import dev.carryover.models.nano.training.Trainer;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells on standard error how a training gets on, and how much time is left. */
final class TrainingProgress implements Trainer.Listener {
  private final PrintWriter err;
  private final boolean quiet;
  private final Recipe recipe;
  private final long begun = System.nanoTime();
  private long first = -1;

  TrainingProgress(PrintWriter err, boolean quiet, Recipe recipe) {
    this.err = err;
    this.quiet = quiet;
    this.recipe = recipe;
  }

  @Override
  public void begins(long tokens) {
    first = tokens;
  }

  @Override
  public void level(int level, long tokens) {
    say("%5.2f M tokens: level %d", tokens / 1e6, level);
  }

  @Override
  public void reached(Curve.Point point) {
    double seconds = (System.nanoTime() - begun) / 1e9;
    double speed = (point.tokens() - first) / seconds;
    say(
        "%5.2f M tokens of %.2f, %,.0f a second, about %.0f min left; loss: %s",
        point.tokens() / 1e6,
        recipe.tokens() / 1e6,
        speed,
        Math.max(0, recipe.tokens() - point.tokens()) / speed / 60,
        figures(point.loss()));
    if (!point.accuracy().isEmpty()) {
      say("      right at 8 sentences: %s", figures(point.accuracy()));
    }
  }

  private static String figures(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .map(each -> String.format(Locale.ROOT, "%s %.2f", each.getKey(), each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private void say(String format, Object... arguments) {
    if (!quiet) {
      err.println(String.format(Locale.ROOT, format, arguments));
      err.flush();
    }
  }
}
