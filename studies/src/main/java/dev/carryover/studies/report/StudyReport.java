package dev.carryover.studies.report;

import dev.carryover.core.Usage;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A study with what it found. Two runs of one plan give equal reports.
 *
 * @param study its name
 * @param settings as resolved, the model's fingerprint included
 * @param versions of Carryover and of the libraries that figures depend on
 * @param findings what the answers say
 * @param training tokens that the model read and wrote to train memories, by kind of memory
 */
public record StudyReport(
    String study,
    SortedMap<String, String> settings,
    SortedMap<String, String> versions,
    Findings findings,
    SortedMap<String, Usage> training) {
  public StudyReport {
    Objects.requireNonNull(study, "study");
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    Objects.requireNonNull(findings, "findings");
    training = Collections.unmodifiableSortedMap(new TreeMap<>(training));
  }
}
