package dev.carryover.studies.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carryover.core.spi.SettingException;
import dev.carryover.studies.frame.Item;
import dev.carryover.studies.lab.Sources.Document;
import dev.carryover.studies.lab.Sources.Facts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SourcesTest {
  private static final Document SHORT = new Document(5, Facts.LINKED, 2);

  private static Stream<String> namesAndCodes(Source source) {
    return source.passages().stream()
        .flatMap(passage -> Arrays.stream(passage.split(" ")))
        .filter(word -> Character.isUpperCase(word.charAt(0)))
        .distinct();
  }

  @Test
  void noTwoDocumentsOfAGroupShareANameOrACode() {
    for (List<Source> group : Sources.lessons(3, 4, 8, SHORT)) {
      assertThat(group).hasSize(8);
      assertThat(group.stream().flatMap(SourcesTest::namesAndCodes).toList())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void itemsAreAnsweredByTheirOwnDocumentAndHaveIdsOfTheirOwn() {
    List<Source> all = Sources.lessons(3, 4, 8, SHORT).stream().flatMap(List::stream).toList();
    assertThat(all.stream().flatMap(source -> source.items().stream()).map(Item::id))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(56);
    for (Source source : all) {
      assertThat(source.passages()).hasSize(5);
      for (Item item : source.items()) {
        assertThat(item.id()).startsWith(source.id() + "/");
        assertThat(String.join(" ", source.passages())).contains(item.right().text());
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameDocumentsAndAnotherOneOthers() {
    List<Source> one = Sources.lessons(3, 1, 4, SHORT).get(0);
    assertThat(Sources.digest(Sources.lessons(3, 1, 4, SHORT).get(0)))
        .isEqualTo(Sources.digest(one));
    assertThat(Sources.digest(Sources.lessons(4, 1, 4, SHORT).get(0)))
        .isNotEqualTo(Sources.digest(one));
  }

  @Test
  void documentsThatCannotBeToldApartAreRefused() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Sources.lessons(1, 1, 64, new Document(100, Facts.PLAIN, 2)))
        .withMessageContaining("64 documents of 100 sentences share names");
  }

  @Test
  void historiesBringTheirQuestionsThatACodeAnswers() {
    List<Source> sources = Sources.histories("synthetic:nano?count=2", 5, 7);
    assertThat(sources).hasSize(2);
    assertThat(sources).allSatisfy(source -> assertThat(source.items()).hasSize(7));
    assertThat(Sources.digest(sources))
        .isNotEqualTo(Sources.digest(Sources.histories("synthetic:nano?count=2", 6, 7)));
  }

  @Test
  void aSourceOfHistoriesThatIsUnknownIsNamed() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Sources.histories("synthetik:nano", 5, 7))
        .withMessageContaining("synthetik");
  }
}
