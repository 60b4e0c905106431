package dev.carryover.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A small file in LoCoMo's form, from a seed: in each conversation people tell where they put
 * things, and each question has one turn as its evidence and an answer in words.
 */
final class Talks {
  private static final List<String> NAMES =
      List.of("Ann", "Boris", "Chloe", "Dmitri", "Esther", "Farid", "Greta", "Hugo");
  private static final List<String> THINGS =
      List.of(
          "passport",
          "violin",
          "ladder",
          "kettle",
          "tent",
          "camera",
          "blanket",
          "drill",
          "globe",
          "lantern",
          "typewriter",
          "bicycle",
          "teapot",
          "telescope",
          "raincoat",
          "chessboard");
  private static final List<String> PLACES =
      List.of(
          "attic",
          "garage",
          "cellar",
          "wardrobe",
          "shed",
          "pantry",
          "study",
          "hallway",
          "balcony",
          "boathouse",
          "kitchen",
          "library",
          "greenhouse",
          "workshop",
          "nursery",
          "stable");

  private Talks() {}

  /** Writes the file and returns the source that names it. */
  static String write(Path folder, int conversations) {
    Path file = folder.resolve("talks.json");
    CommandRuns.write(file, json(conversations));
    return "locomo:" + file;
  }

  static String json(int conversations) {
    Random random = new Random(11);
    List<String> talks = new ArrayList<>();
    for (int i = 0; i < conversations; i++) {
      talks.add(talk(i, random));
    }
    return "[" + String.join(",\n", talks) + "]\n";
  }

  private static String talk(int number, Random random) {
    List<String> things = new ArrayList<>(THINGS);
    Collections.shuffle(things, random);
    List<String> turns = new ArrayList<>();
    List<String> questions = new ArrayList<>();
    for (int i = 0; i < things.size(); i++) {
      String name = NAMES.get(random.nextInt(NAMES.size()));
      String place = PLACES.get(random.nextInt(PLACES.size()));
      turns.add(
          "{\"speaker\":\"%s\",\"dia_id\":\"D1:%d\",\"text\":\"I put the %s in the %s yesterday, so that nobody trips over it.\"}"
              .formatted(name, i + 1, things.get(i), place));
      questions.add(
          "{\"question\":\"Where did %s leave the %s?\",\"answer\":\"the %s\",\"evidence\":[\"D1:%d\"],\"category\":%d}"
              .formatted(name, things.get(i), place, i + 1, 1 + i % 4));
    }
    return String.format(
        Locale.ROOT,
        "{\"sample_id\":\"talk-%02d\",\"conversation\":{\"speaker_a\":\"A\",\"speaker_b\":\"B\","
            + "\"session_1_date_time\":\"6:05 pm on 3 May, 2024\",\"session_1\":[%s]},\"qa\":[%s]}",
        number,
        turns.stream().collect(Collectors.joining(",\n")),
        questions.stream().collect(Collectors.joining(",\n")));
  }
}
