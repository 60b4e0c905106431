package dev.carryover.benchmarks;

import java.util.List;
import java.util.Random;

/** Made-up sentences of everyday words, the same for the same seed. */
final class ChatText {
  private static final List<String> WHO =
      List.of(
          "my neighbour",
          "the plumber",
          "aunt Rosa",
          "the new intern",
          "our coach",
          "Dr Ahmadi",
          "the girl from the bookshop",
          "Tomasz",
          "the landlord",
          "half of the choir");
  private static final List<String> DID =
      List.of(
          "promised to send",
          "finally found",
          "lost",
          "would rather sell",
          "keeps talking about",
          "asked me to collect",
          "forgot to cancel",
          "has just repaired",
          "wants to borrow",
          "left a note about");
  private static final List<String> WHAT =
      List.of(
          "the keys to the allotment shed",
          "a second-hand cargo bike",
          "the insurance papers",
          "two tickets for the jazz evening",
          "that enormous tent",
          "her recipe for lentil soup",
          "the booking at the climbing hall",
          "a box of old photographs",
          "the broken dishwasher",
          "the slides for Monday's meeting");
  private static final List<String> WHEN =
      List.of(
          "on the way back from Ghent",
          "right after lunch",
          "the week before the exams",
          "while I was at the dentist",
          "sometime in early spring",
          "at twenty to nine",
          "as soon as the rain had stopped",
          "on our third day in the mountains",
          "last Thursday",
          "between two phone calls");

  private final Random random;

  ChatText(long seed) {
    this.random = new Random(seed);
  }

  /** Whole sentences, until there are at least this many characters. */
  String ofAtLeast(int characters) {
    StringBuilder text = new StringBuilder();
    while (text.length() < characters) {
      text.append(text.isEmpty() ? "" : " ").append(sentence());
    }
    return text.toString();
  }

  private String sentence() {
    return "%s %s %s %s, it took %d minutes."
        .formatted(one(WHO), one(DID), one(WHAT), one(WHEN), random.nextInt(5, 90));
  }

  private String one(List<String> phrases) {
    return phrases.get(random.nextInt(phrases.size()));
  }
}
