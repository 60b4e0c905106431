package dev.carryover.core.run;

import dev.carryover.core.report.Diagnosis;
import java.util.Objects;

/**
 * The texts behind one answer that was lost.
 *
 * @param cell id of the cell that lost it
 * @param probe id of the probe
 * @param words the texts
 */
public record ProbeTexts(String cell, String probe, Diagnosis.Words words) {
  public ProbeTexts {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(probe, "probe");
    Objects.requireNonNull(words, "words");
  }
}
