package dev.carryover.studies.frame;

import dev.carryover.core.Answer;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.run.Journal.Spent;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Settings;
import dev.carryover.studies.frame.Step.Memory;
import dev.carryover.studies.frame.Step.Opened;
import dev.carryover.studies.items.Answers;
import dev.carryover.studies.items.Contrasts;
import dev.carryover.studies.items.Shared;
import dev.carryover.studies.report.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Two arms over four sources of two items; the memory of one arm knows the answers. */
final class ScriptedStudy implements ItemStudy {
  private final String revision;
  private final int breaksAfter;
  private final List<String> asked = new ArrayList<>();
  private int opened;

  /**
   * @param breaksAfter memories that open before one fails to, as in a crash
   */
  ScriptedStudy(String revision, int breaksAfter) {
    this.revision = revision;
    this.breaksAfter = breaksAfter;
  }

  /** The questions that were put, in order, with their arm. */
  List<String> asked() {
    return asked;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public String description() {
    return "Answers by a script.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(new Parameter("sources", "4", "how many"));
  }

  @Override
  public Work plan(Request request) {
    int sources = request.settings().integer("sources", 4, 1, 100);
    List<Step> steps = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < sources; i++) {
      ids.add("s" + i);
      List<Item> items = List.of(item("s" + i + "/a"), item("s" + i + "/b"));
      steps.add(new Step("none", items, kept -> open("none", false)));
      steps.add(new Step("memory", items, kept -> open("memory", true)));
    }
    return new Work(
        ModelIdentity.builtIn("scripted", revision), new TreeMap<>(), ids, steps, () -> {});
  }

  private static Item item(String id) {
    return new Item(
        id, "direct", new Question("? " + id), new Answer.Code("K1" + id.charAt(1) + "Z"));
  }

  private Opened open(String arm, boolean knows) {
    if (opened++ == breaksAfter) {
      throw new IllegalStateException("killed");
    }
    return new Opened(
        new Script(arm, knows),
        new Spent(0, new TreeMap<>(Map.of(arm, new Usage(10, 1)))),
        question -> knows && question.text().equals("? s1/a") ? Shared.FACT : Shared.NOTHING);
  }

  private final class Script implements Memory {
    private final String arm;
    private final boolean knows;

    Script(String arm, boolean knows) {
      this.arm = arm;
      this.knows = knows;
    }

    @Override
    public List<Reply> answers(List<Question> questions) {
      List<Reply> replies = new ArrayList<>();
      for (Question question : questions) {
        asked.add(arm + question.text());
        replies.add(Reply.of(knows ? "K1" + question.text().charAt(3) + "Z" : "unknown"));
      }
      return replies;
    }

    @Override
    public void close() {}
  }

  @Override
  public Findings analyse(Settings settings, Answers answers) {
    return new Findings(
        Optional.empty(),
        answers.arms().stream().map(answers::arm).toList(),
        new Contrasts(answers, "none").claim("worth | it", "none", "memory").judged(),
        List.of(),
        List.of("A script is no model."));
  }
}
