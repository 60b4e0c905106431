package dev.carryover.studies.composition;

import dev.carryover.core.Seeds;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.models.transformer.KvCache;
import dev.carryover.studies.frame.Item;
import dev.carryover.studies.frame.Step;
import dev.carryover.studies.frame.Step.Opened;
import dev.carryover.studies.lab.Cartridge;
import dev.carryover.studies.lab.Lab;
import dev.carryover.studies.lab.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The steps of one group of sources. A block is so many sources that stand next to each other in
 * the group; every item is asked in the block of its source.
 */
record GroupSteps(Lab lab, List<Source> group, Recipe recipe) {
  GroupSteps {
    group = List.copyOf(group);
  }

  List<Step> steps(List<Integer> sizes, List<Kind> kinds) {
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step(
            CompositionFindings.FLOOR,
            items(group),
            kept -> Opened.untrained(lab.memory(lab.read(List.of())))));
    for (Kind kind : kinds) {
      for (int i = 0; i < group.size(); i++) {
        steps.add(own(kind, i));
      }
    }
    for (int size : sizes) {
      for (int from = 0; from < group.size(); from += size) {
        List<Source> block = group.subList(from, Math.min(group.size(), from + size));
        steps.add(reference(size, block));
        for (Kind kind : kinds) {
          steps.addAll(composed(kind, size, from, block));
        }
      }
    }
    return steps;
  }

  private static List<Item> items(List<Source> sources) {
    return sources.stream().flatMap(source -> source.items().stream()).toList();
  }

  private Step own(Kind kind, int place) {
    List<Item> items = group.get(place).items();
    if (kind == Kind.CACHE) {
      return new Step(
          kind.own(),
          items,
          kept -> Opened.untrained(lab.memory(lab.read(group.get(place).passages()))));
    }
    return new Step(
        kind.own(),
        items,
        kept -> {
          Cartridge cartridge = recipe.training(kind, group, place).cartridge(lab, kept);
          Map<String, Usage> usage = Map.of(kind.label(), cartridge.usage());
          return new Opened(
              lab.memory(cartridge.cache()), new Spent(0, new TreeMap<>(usage)), cartridge::shared);
        });
  }

  private Step reference(int size, List<Source> block) {
    List<String> passages = block.stream().flatMap(source -> source.passages().stream()).toList();
    return new Step(
        CompositionFindings.reference(size),
        items(block),
        kept -> Opened.untrained(lab.memory(lab.read(passages))));
  }

  private List<Step> composed(Kind kind, int size, int from, List<Source> block) {
    List<Step> steps = new ArrayList<>();
    for (Assembly assembly : Assembly.values()) {
      if (!kind.covisible() || assembly == Assembly.RAW || assembly == Assembly.FIRST_MARKER) {
        steps.add(
            new Step(
                kind.together(size, assembly),
                items(block),
                kept ->
                    Opened.untrained(
                        lab.memory(assembled(kind, assembly, from, block.size(), kept)))));
      }
    }
    return steps;
  }

  private KvCache assembled(Kind kind, Assembly assembly, int from, int size, StoreFolder kept) {
    List<KvCache> parts = new ArrayList<>();
    try {
      for (int i = from; i < from + size; i++) {
        parts.add(
            kind == Kind.CACHE
                ? lab.read(group.get(i).passages())
                : recipe.training(kind, group, i).cartridge(lab, kept).cache());
      }
      long seed = Seeds.derive(recipe.seed(), "ordinary column", group.get(from).id());
      int[] dropped = assembly.dropped(parts.stream().map(KvCache::length).toList(), seed);
      try (KvCache whole = KvCache.compose(parts)) {
        return whole.without(dropped);
      }
    } finally {
      parts.forEach(KvCache::close);
    }
  }
}
