package dev.carryover.studies.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.stats.Interval;
import dev.carryover.studies.items.Arm;
import dev.carryover.studies.items.Contrast;
import java.util.List;

/** A study's report as JSON: snake case, numbers unrounded, absent where undefined. */
public final class StudyJson {
  private static final String SCHEMA = "carryover.study/1";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private StudyJson() {}

  /** The report with a line end at its end; equal reports give equal text. */
  public static String of(StudyReport report) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("schema", SCHEMA).put("study", report.study());
    Findings findings = report.findings();
    json.put("measurable", findings.unmeasurable().isEmpty());
    findings.unmeasurable().ifPresent(reason -> json.put("reason", reason));
    findings.verdicts().forEach(verdict -> put(json.withArray("verdicts").addObject(), verdict));
    findings.arms().forEach(arm -> put(json.withArray("arms").addObject(), arm));
    findings
        .contrasts()
        .forEach(contrast -> put(json.withArray("contrasts").addObject(), contrast));
    report
        .training()
        .forEach(
            (kind, usage) ->
                json.withArray("training")
                    .addObject()
                    .put("memory", kind)
                    .put("tokens_in", usage.tokensIn())
                    .put("tokens_out", usage.tokensOut()));
    findings.tables().forEach(table -> put(json.withArray("tables").addObject(), table));
    ObjectNode settings = json.putObject("settings");
    report.settings().forEach(settings::put);
    ObjectNode versions = json.putObject("versions");
    report.versions().forEach(versions::put);
    ArrayNode limits = json.putArray("limits");
    findings.limits().forEach(limits::add);
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void put(ObjectNode json, Verdict verdict) {
    json.put("name", verdict.name()).put("decision", verdict.decision().label());
    verdict.margin().ifPresent(margin -> json.put("margin_items", margin));
    json.put("reason", verdict.reason());
  }

  private static void put(ObjectNode json, Arm arm) {
    json.put("name", arm.name()).put("items", arm.items()).put("right", arm.right());
    json.put("accuracy", arm.accuracy());
    put(json, arm.interval());
    arm.figures().forEach(json::put);
  }

  private static void put(ObjectNode json, Contrast contrast) {
    json.put("name", contrast.name()).put("from", contrast.from()).put("to", contrast.to());
    json.put("items", contrast.pairing().items());
    json.put("lost", contrast.pairing().lost()).put("gained", contrast.pairing().gained());
    json.put("difference", contrast.difference());
    put(json, contrast.pairing().interval());
    json.put("p", contrast.pairing().p()).put("p_holm", contrast.holm());
    json.put("standing", contrast.standing().label());
    contrast.detectable().ifPresent(items -> json.put("detectable_items", items));
  }

  /** Each row an object: a number where the entry has one, else its text. */
  private static void put(ObjectNode json, StudyTable table) {
    json.put("name", table.name()).put("title", table.title());
    ArrayNode rows = json.putArray("rows");
    for (List<StudyTable.Entry> row : table.rows()) {
      ObjectNode object = rows.addObject();
      for (int i = 0; i < row.size(); i++) {
        StudyTable.Entry entry = row.get(i);
        String head = table.heads().get(i);
        entry
            .value()
            .ifPresentOrElse(
                value -> object.put(head, value), () -> object.put(head, entry.shown()));
      }
    }
  }

  private static void put(ObjectNode json, Interval interval) {
    json.put("low", interval.low()).put("high", interval.high());
  }
}
