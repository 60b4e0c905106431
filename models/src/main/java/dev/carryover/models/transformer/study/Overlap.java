package dev.carryover.models.transformer.study;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a cartridge's conversations share with the questions that it is evaluated on.
 *
 * @param conversations all of them
 * @param sameWording those whose question is one of the evaluation's, but for case and space; there
 *     must be none
 * @param sameNames those whose question names exactly what one of the evaluation's names: the same
 *     fact in other words
 */
public record Overlap(int conversations, int sameWording, int sameNames) {
  /**
   * Counts it.
   *
   * @param evaluation texts of the evaluation's questions
   * @param names what a question names, such as the people and things in it; questions that name
   *     nothing share nothing
   */
  public static Overlap of(
      List<Conversation> conversations,
      Collection<String> evaluation,
      Function<String, Set<String>> names) {
    Set<String> wordings = evaluation.stream().map(Overlap::plain).collect(Collectors.toSet());
    Set<Set<String>> facts = new HashSet<>();
    evaluation.forEach(question -> facts.add(names.apply(question)));
    facts.remove(Set.of());
    int same = 0;
    int about = 0;
    for (Conversation conversation : conversations) {
      same += wordings.contains(plain(conversation.question())) ? 1 : 0;
      about += facts.contains(names.apply(conversation.question())) ? 1 : 0;
    }
    return new Overlap(conversations.size(), same, about);
  }

  private static String plain(String question) {
    return question.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
  }
}
