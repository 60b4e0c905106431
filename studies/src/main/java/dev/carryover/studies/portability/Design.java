package dev.carryover.studies.portability;

import dev.carryover.core.report.RunReport;
import dev.carryover.core.run.CallMeter.Bill;
import dev.carryover.migrations.file.MigrationFile;
import dev.carryover.migrations.file.MigrationFile.Instrument;
import dev.carryover.migrations.file.MigrationFile.Side;
import dev.carryover.migrations.run.Gate;
import dev.carryover.studies.repair.NotesRepairs;
import dev.carryover.studies.swap.Formats;
import dev.carryover.studies.swap.Replacement;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * Which gates the study runs.
 *
 * @param replacement what is replaced
 */
record Design(Replacement replacement) {
  private static final String CALIBRATION = "calibration";
  private static final List<String> FORMATS =
      List.of(Formats.NOTES, Formats.CLAIMS, Formats.TRANSCRIPT, Formats.RAG);
  private static final int MOST_HISTORIES = 10_000;

  /** The parts to run, in their order. With one reader on both sides E3 is run once. */
  List<Part> parts() {
    MigrationFile file = replacement.components();
    boolean oneReader = file.old().reader().equals(file.next().reader());
    return Arrays.stream(Part.values())
        .filter(part -> !(oneReader && part == Part.OLD_READER))
        .toList();
  }

  /** The migration that a part tests. */
  MigrationFile migration(Part part) {
    Side old = replacement.components().old();
    Side next = replacement.components().next();
    return switch (part) {
      case CALIBRATION, MODEL_SWAP -> of(part, FORMATS, replacement.oldModel(), next);
      case OLD_READER ->
          of(
              part,
              List.of(Formats.RAG),
              old,
              new Side(old.writer(), old.reader(), next.embedder()));
      case NEW_READER ->
          of(
              part,
              List.of(Formats.RAG),
              new Side(next.writer(), next.reader(), old.embedder()),
              next);
      case REPAIRS -> NotesRepairs.migration(replacement, part.folder());
    };
  }

  /** Runs the gate of a part to its end. */
  static RunReport run(Part part, Gate gate) {
    return switch (part) {
      case CALIBRATION, OLD_READER, NEW_READER -> gate.run();
      case MODEL_SWAP -> gate.diagnose();
      case REPAIRS -> gate.repairs();
    };
  }

  /** What services would be asked in a part, at most. */
  static List<Bill> estimate(Part part, Gate gate) {
    return switch (part) {
      case CALIBRATION, OLD_READER, NEW_READER -> gate.estimate();
      case MODEL_SWAP -> gate.estimateDiagnosis();
      case REPAIRS -> gate.estimateRepairs();
    };
  }

  /** What the plan rests on beside the settings, for the study's record. */
  SortedMap<String, String> facts() {
    SortedMap<String, String> facts = replacement.facts();
    facts.put("histories.calibration", replacement.histories(CALIBRATION, CALIBRATION));
    return facts;
  }

  private MigrationFile of(Part part, List<String> formats, Side from, Side to) {
    return replacement.migration(
        part.folder(), histories(part), formats, instrument(part), from, to);
  }

  private String histories(Part part) {
    return part == Part.CALIBRATION
        ? replacement.histories(CALIBRATION, CALIBRATION)
        : replacement.histories(Replacement.EVALUATION, "histories");
  }

  /** The measure is checked on all calibration histories, and noise where the model is replaced. */
  private Instrument instrument(Part part) {
    Instrument asked = replacement.components().instrument();
    return switch (part) {
      case CALIBRATION -> new Instrument(MOST_HISTORIES, 0, asked.coverageGate());
      case MODEL_SWAP -> new Instrument(0, asked.noise(), asked.coverageGate());
      case OLD_READER, NEW_READER, REPAIRS -> new Instrument(0, 0, asked.coverageGate());
    };
  }
}
