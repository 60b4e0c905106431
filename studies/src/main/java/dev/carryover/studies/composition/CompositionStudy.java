package dev.carryover.studies.composition;

import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import dev.carryover.studies.frame.IntegerList;
import dev.carryover.studies.frame.ItemStudy;
import dev.carryover.studies.frame.Step;
import dev.carryover.studies.frame.Work;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.lab.Lab;
import dev.carryover.studies.lab.Source;
import dev.carryover.studies.lab.Sources;
import dev.carryover.studies.lab.Sources.Document;
import dev.carryover.studies.lab.Sources.Facts;
import dev.carryover.studies.report.Findings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts 2, 4 and 8 memories that were made apart at consecutive position blocks, and asks each item
 * of its own source's memory alone and of the memories together: with every start marker, with the
 * first alone, with an ordinary column dropped instead, and with none (spec 2.2).
 */
public final class CompositionStudy implements ItemStudy {
  private static final int MOST = 64;

  @Override
  public String name() {
    return "composition";
  }

  @Override
  public String description() {
    return "Can memories that were made apart be put together?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter("sizes", "2,4,8", "how many memories are put together"),
        new Parameter("groups", "10", "groups of as many sources as the largest size"),
        new Parameter("items", "2", "questions about a source, at most"),
        new Parameter("sentences", "5", "of a source, where histories is empty"),
        new Parameter("facts", "linked", "plain, or linked: with changes, aliases, relations"),
        new Parameter("histories", "", "sources in place of made-up documents, NAME:LOCATION"),
        new Parameter(
            "kinds", "cartridge,cache,covisible-few,covisible-many", "what is put together"),
        new Parameter("positions", "16", "of a cartridge"),
        new Parameter("conversations", "64", "that the model makes up about a source, at most"),
        new Parameter("steps", "60", "of training a cartridge"),
        new Parameter("covisible", "30", "per cent of the conversations about other sources"),
        new Parameter("few", "2", "other sources in covisible-few, at most"));
  }

  @Override
  public Work plan(Request request) {
    Settings settings = request.settings();
    List<Integer> sizes = sizes(settings);
    int size = sizes.get(sizes.size() - 1);
    Recipe recipe = recipe(request, size);
    List<List<Source>> groups = groups(request, size);
    Lab lab = Lab.open(request.model());
    try {
      groups.forEach(group -> lab.requireRoom("sizes", group));
      List<Step> steps = new ArrayList<>();
      for (List<Source> group : groups) {
        steps.addAll(new GroupSteps(lab, group, recipe).steps(sizes, kinds(settings)));
      }
      List<Source> all = groups.stream().flatMap(List::stream).toList();
      SortedMap<String, String> facts = new TreeMap<>();
      facts.put("sources.sha256", Sources.digest(all));
      return new Work(
          lab.identity(), facts, all.stream().map(Source::id).toList(), steps, lab::close);
    } catch (RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  @Override
  public Findings analyse(Settings settings, Answers answers) {
    return new CompositionFindings(answers, sizes(settings), kinds(settings)).findings();
  }

  private static List<Integer> sizes(Settings settings) {
    return IntegerList.of(settings, "sizes", 2, MOST);
  }

  private static List<Kind> kinds(Settings settings) {
    List<String> labels =
        Arrays.stream(settings.text("kinds").orElse("").split(",")).map(String::strip).toList();
    List<Kind> known = List.of(Kind.values());
    List<String> names = known.stream().map(Kind::label).toList();
    if (!names.containsAll(labels)) {
      throw new SettingException(
          "kinds",
          "'kinds' is '%s'".formatted(settings.text("kinds").orElse("")),
          "choose from %s, with commas between them".formatted(String.join(", ", names)));
    }
    return known.stream().filter(kind -> labels.contains(kind.label())).toList();
  }

  private static Recipe recipe(Request request, int size) {
    Settings settings = request.settings();
    return new Recipe(
        settings.integer(
            "positions", 16, CartridgeTrainer.LEAST_POSITIONS, CartridgeTrainer.MOST_POSITIONS),
        settings.integer("conversations", 64, 1, 1_000_000),
        settings.integer("steps", 60, 0, 1_000_000),
        settings.integer("covisible", 30, 1, 99) / 100.0,
        Math.min(settings.integer("few", 2, 1, MOST), size - 1),
        request.seed());
  }

  /** A multiple of every size is not asked for: what is left over of a group is a smaller block. */
  private static List<List<Source>> groups(Request request, int size) {
    Settings settings = request.settings();
    int groups = settings.integer("groups", 10, 1, 10_000);
    int items = settings.integer("items", 2, 1, 1_000);
    String histories = settings.text("histories").orElse("");
    if (histories.isEmpty()) {
      Facts facts =
          settings.choice("facts", "linked", List.of("plain", "linked")).equals("plain")
              ? Facts.PLAIN
              : Facts.LINKED;
      int sentences = settings.integer("sentences", 5, 1, 100);
      return Sources.lessons(request.seed(), groups, size, new Document(sentences, facts, items));
    }
    List<Source> all = Sources.histories(histories, request.seed(), items);
    if (all.size() < groups * size) {
      throw new SettingException(
          "groups",
          "%d groups of %d sources, and '%s' has %d".formatted(groups, size, histories, all.size()),
          "ask for fewer groups, or name a larger source");
    }
    List<List<Source>> grouped = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      grouped.add(all.subList(i * size, (i + 1) * size));
    }
    return grouped;
  }
}
