package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StoreNameTest {
  @Test
  void equalFactsGiveEqualNames() {
    SortedMap<String, String> facts = new TreeMap<>(Map.of("history", "conv-26", "k", "8"));

    assertThat(StoreFolder.nameFor("rag", facts))
        .isEqualTo(StoreFolder.nameFor("rag", new TreeMap<>(facts)))
        .matches("rag-[0-9a-f]{16}");
  }

  @Test
  void differentFactsGiveDifferentNames() {
    List<SortedMap<String, String>> different = new ArrayList<>();
    different.add(new TreeMap<>());
    String[] words = {
      "", "a", "b", "ab", "\0", "a\0", "\0a", "1:", "1:a", "a1:b", "=", "é", "e\u0301"
    };
    for (String key : words) {
      for (String value : words) {
        different.add(new TreeMap<>(Map.of(key, value)));
        different.add(new TreeMap<>(Map.of(key, value, key + "x", value)));
      }
    }
    Random random = new Random(3);
    for (int i = 0; i < 400; i++) {
      SortedMap<String, String> facts = new TreeMap<>();
      for (int fact = random.nextInt(4); fact >= 0; fact--) {
        facts.put(
            words[random.nextInt(words.length)] + words[random.nextInt(words.length)],
            words[random.nextInt(words.length)] + words[random.nextInt(words.length)]);
      }
      different.add(facts);
    }
    Set<SortedMap<String, String>> distinct = new HashSet<>(different);
    Set<String> names = new HashSet<>();
    distinct.forEach(facts -> names.add(StoreFolder.nameFor("rag", facts)));

    assertThat(names).hasSameSizeAs(distinct);
    assertThat(StoreFolder.nameFor("notes", new TreeMap<>())).startsWith("notes-");
  }
}
