package dev.carryover.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.carryover.core.Usage;
import dev.carryover.core.run.CallMeter.Bill;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What services would be asked, as a table or as JSON. */
final class BillTable {
  private BillTable() {}

  static void print(List<Bill> bills, boolean json, PrintWriter out) {
    if (json) {
      out.println(json(bills));
    } else if (bills.isEmpty()) {
      out.println("No service is asked: everything runs on this machine, and costs nothing.");
    } else {
      table(bills, out);
    }
    out.flush();
  }

  private static void table(List<Bill> bills, PrintWriter out) {
    int width = bills.stream().mapToInt(bill -> bill.service().length()).max().orElse(0);
    String row = "%-" + Math.max(width, "service".length()) + "s %12s %15s %15s %12s%n";
    out.printf(row, "service", "calls", "tokens in", "tokens out", "dollars");
    bills.forEach(bill -> row(row, bill, out));
    row(row, total(bills), out);
    out.println(
        "At most: tokens in are estimated, every answer is taken to be as long as it may be, and"
            + " kept answers are not counted on.");
  }

  private static void row(String row, Bill bill, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        row,
        bill.service(),
        String.format(Locale.ROOT, "%,d", bill.calls()),
        String.format(Locale.ROOT, "%,d", bill.usage().tokensIn()),
        String.format(Locale.ROOT, "%,d", bill.usage().tokensOut()),
        bill.dollars().isPresent()
            ? String.format(Locale.ROOT, "%.2f", bill.dollars().getAsDouble())
            : "no price");
  }

  private static Bill total(List<Bill> bills) {
    boolean priced = bills.stream().allMatch(bill -> bill.dollars().isPresent());
    return new Bill(
        "total",
        bills.stream().mapToLong(Bill::calls).sum(),
        bills.stream().mapToLong(Bill::cached).sum(),
        bills.stream().map(Bill::usage).reduce(Usage.NONE, Usage::plus),
        priced
            ? OptionalDouble.of(bills.stream().mapToDouble(b -> b.dollars().orElseThrow()).sum())
            : OptionalDouble.empty());
  }

  private static String json(List<Bill> bills) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeArrayFieldStart("services");
      for (Bill bill : bills) {
        json.writeStartObject();
        json.writeStringField("service", bill.service());
        figures(bill, json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeObjectFieldStart("total");
      figures(total(bills), json);
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void figures(Bill bill, JsonGenerator json) throws IOException {
    json.writeNumberField("calls", bill.calls());
    json.writeNumberField("tokens_in", bill.usage().tokensIn());
    json.writeNumberField("tokens_out", bill.usage().tokensOut());
    if (bill.dollars().isPresent()) {
      json.writeNumberField("dollars", bill.dollars().getAsDouble());
    }
  }
}
