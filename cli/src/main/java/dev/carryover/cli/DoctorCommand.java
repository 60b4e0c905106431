package dev.carryover.cli;

import dev.carryover.core.ProbedHistory;
import dev.carryover.core.report.Identity;
import dev.carryover.migrations.run.Gate;
import dev.carryover.migrations.run.Gate.Findings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Are the services the ones I think they are? */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Are the models the ones I think they are? Looks at histories, formats and models, and"
          + " writes nothing."
    },
    footer = {"", "Exit codes: 0 all is well, 2 usage or configuration, 4 something was found."})
final class DoctorCommand implements Callable<Integer> {
  @Mixin private MigrationOptions migration = new MigrationOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Gate gate = migration.gate(output.progress(spec.commandLine().getErr()));
    Findings findings = gate.check();
    List<ProbedHistory> histories = findings.histories().histories();
    out.printf(
        Locale.ROOT,
        "histories  %d, with %d events and %d probes%n",
        histories.size(),
        histories.stream().mapToLong(h -> h.history().events().size()).sum(),
        histories.stream().mapToLong(h -> h.probes().size()).sum());
    findings.histories().notes().forEach(note -> out.println("           " + note));
    findings.identities().forEach(identity -> print(identity, out));
    findings
        .spaces()
        .ifPresent(
            spaces ->
                out.println(
                    spaces
                        .cosines()
                        .map(
                            c ->
                                String.format(
                                    Locale.ROOT,
                                    "spaces     mean cosine %.4f, least %.4f on the canary texts",
                                    c.mean(),
                                    c.least()))
                        .orElse("spaces     of different dimensions")));
    out.println("All is well.");
    return 0;
  }

  private static void print(Identity identity, PrintWriter out) {
    out.printf(Locale.ROOT, "%-10s %s%n", identity.kind(), identity.name());
    identity
        .facts()
        .forEach((fact, value) -> out.printf("           %s: %s%n", fact, oneLine(value)));
    if (!identity.unknown().isEmpty()) {
      out.println("           unknown: " + String.join(", ", identity.unknown()));
    }
  }

  /** What a service says of itself may have line breaks and control characters in it. */
  private static String oneLine(String value) {
    return value.replaceAll("\\p{Cntrl}+", " ");
  }
}
