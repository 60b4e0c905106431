package dev.carryover.studies.budget;

import dev.carryover.core.Seeds;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.models.transformer.study.CartridgeTrainer;
import dev.carryover.studies.budget.BudgetFindings.Scope;
import dev.carryover.studies.frame.IntegerList;
import dev.carryover.studies.frame.ItemStudy;
import dev.carryover.studies.frame.Step;
import dev.carryover.studies.frame.Step.Opened;
import dev.carryover.studies.frame.Work;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.lab.Cartridge;
import dev.carryover.studies.lab.Lab;
import dev.carryover.studies.lab.Source;
import dev.carryover.studies.lab.Sources;
import dev.carryover.studies.lab.Training;
import dev.carryover.studies.report.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Trains cartridges of several sizes for the same sources, twice each, and asks them what the cache
 * that they began with, the whole source in view, and no memory are asked too (spec 2.1).
 */
public final class BudgetStudy implements ItemStudy {
  private static final String TOKENS = "sources.tokens";
  private static final String COUNT = "sources.count";

  @Override
  public String name() {
    return "cartridge-budget";
  }

  @Override
  public String description() {
    return "How small may a cartridge be, and what does training it win?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter("budgets", "4,8,16,32,64", "positions of a cartridge"),
        new Parameter("histories", "synthetic:nano?count=4", "the sources, NAME:LOCATION"),
        new Parameter("items", "20", "questions about a source, at most"),
        new Parameter("seeds", "2", "cartridges of each source and budget"),
        new Parameter("conversations", "256", "that the model makes up about a source, at most"),
        new Parameter("steps", "200", "of training a cartridge"),
        new Parameter(
            "margin", "5", "per cent of the items that may be lost against the full context"));
  }

  @Override
  public Work plan(Request request) {
    Settings settings = request.settings();
    List<Source> sources =
        Sources.histories(
            settings.text("histories").orElse(""),
            request.seed(),
            settings.integer("items", 20, 1, 1_000));
    scope(settings, 1);
    Lab lab = Lab.open(request.model());
    try {
      List<Integer> budgets = budgets(settings);
      sources.forEach(source -> lab.requireRoom("histories", List.of(source)));
      int shortest = sources.stream().mapToInt(lab::tokens).min().orElseThrow();
      if (budgets.get(budgets.size() - 1) > shortest) {
        throw new SettingException(
            "budgets",
            "a budget of %d for a source of %d tokens"
                .formatted(budgets.get(budgets.size() - 1), shortest),
            "give smaller ones, or longer sources");
      }
      SortedMap<String, String> facts = new TreeMap<>();
      facts.put("sources.sha256", Sources.digest(sources));
      facts.put(COUNT, Integer.toString(sources.size()));
      facts.put(TOKENS, Integer.toString(sources.stream().mapToInt(lab::tokens).sum()));
      List<Step> steps = new ArrayList<>();
      sources.forEach(source -> steps.addAll(steps(lab, source, request)));
      return new Work(
          lab.identity(), facts, sources.stream().map(Source::id).toList(), steps, lab::close);
    } catch (RuntimeException e) {
      lab.close();
      throw e;
    }
  }

  @Override
  public Findings analyse(Settings settings, Answers answers) {
    int most = Integer.MAX_VALUE;
    double tokens =
        settings.integer(TOKENS, 1, 1, most) / (double) settings.integer(COUNT, 1, 1, most);
    return new BudgetFindings(answers, scope(settings, tokens)).findings();
  }

  private static List<Integer> budgets(Settings settings) {
    return IntegerList.of(
        settings, "budgets", CartridgeTrainer.LEAST_POSITIONS, CartridgeTrainer.MOST_POSITIONS);
  }

  private static Scope scope(Settings settings, double tokensPerSource) {
    return new Scope(
        budgets(settings),
        settings.integer("seeds", 2, 1, 100),
        tokensPerSource,
        settings.integer("margin", 5, 0, 100) / 100.0);
  }

  private static List<Step> steps(Lab lab, Source source, Request request) {
    Settings settings = request.settings();
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            BudgetFindings.FLOOR,
            source.items(),
            kept -> Opened.untrained(lab.memory(lab.read(List.of())))));
    steps.add(
        new Step(
            BudgetFindings.CEILING,
            source.items(),
            kept -> Opened.untrained(lab.memory(lab.read(source.passages())))));
    int conversations = settings.integer("conversations", 256, 1, 1_000_000);
    int length = settings.integer("steps", 200, 1, 1_000_000);
    for (int budget : budgets(settings)) {
      StatefulModel.Study start = new StatefulModel.Study(budget, 1, 0, 0, Optional.empty());
      steps.add(step(lab, BudgetFindings.start(budget), training(source, start)));
      IntStream.rangeClosed(1, settings.integer("seeds", 2, 1, 100))
          .mapToObj(
              seed ->
                  step(
                      lab,
                      BudgetFindings.trained(budget, seed),
                      training(
                          source,
                          new StatefulModel.Study(
                              budget,
                              conversations,
                              length,
                              Seeds.derive(request.seed(), "seed " + seed, source.id()),
                              Optional.empty()))))
          .forEach(steps::add);
    }
    return steps;
  }

  private static Training training(Source source, StatefulModel.Study study) {
    return new Training(source, study, List.of(), 0);
  }

  private static Step step(Lab lab, String arm, Training training) {
    return new Step(
        arm,
        training.source().items(),
        kept -> {
          Cartridge cartridge = training.cartridge(lab, kept);
          return new Opened(
              lab.memory(cartridge.cache()),
              new Spent(0, new TreeMap<>(Map.of(arm, cartridge.usage()))),
              cartridge::shared);
        });
  }
}
