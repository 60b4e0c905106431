package dev.carryover.models.nano;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class NanoVocabularyTest {
  private static final NanoVocabulary VOCABULARY = NanoVocabulary.of(NanoGrammarTest.GRAMMAR);

  private static List<String> tokens(String text) {
    return Arrays.stream(VOCABULARY.encode(text)).mapToObj(VOCABULARY.tokens()::get).toList();
  }

  @Test
  void namesAndCodesAreTwoTokens() {
    assertThat(tokens("Dadan has vault B32S ."))
        .containsExactly("Da", "##dan", "has", "vault", "B3", "##2S", ".");
  }

  @Test
  void aWordThatCannotBeMadeIsUnknownAsAWhole() {
    assertThat(tokens("Dad vaults B3 xyz \u00e9"))
        .containsExactly("<unk>", "<unk>", "B3", "<unk>", "<unk>");
    assertThat(tokens("  \n ")).isEmpty();
  }

  @Test
  void textComesBack() {
    String text = "<bos> Dadan has vault B32S . ? info Dadan vault";
    List<Integer> ids = Arrays.stream(VOCABULARY.encode(text)).boxed().toList();

    assertThat(VOCABULARY.decode(ids)).isEqualTo(text.replace("info", "<unk>"));
  }

  @Test
  void theSortedVocabularyHasTheSameTokensInAnotherOrder() {
    NanoVocabulary sorted = NanoVocabulary.sorted(NanoGrammarTest.GRAMMAR);

    assertThat(sorted.tokens())
        .isNotEqualTo(VOCABULARY.tokens())
        .containsExactlyInAnyOrderElementsOf(VOCABULARY.tokens())
        .startsWith("<pad>", "<bos>", "<unk>");
  }

  @Test
  void aTokenThatIsThereTwiceOrMissingIsRefused() {
    assertThatThrownBy(() -> new NanoVocabulary(List.of("<pad>", "<bos>", "<unk>", "a", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a'");
    assertThatThrownBy(() -> new NanoVocabulary(List.of("<pad>", "<bos>")))
        .hasMessageContaining("<unk>");
    assertThatThrownBy(() -> VOCABULARY.number("xyz")).hasMessageContaining("xyz");
  }
}
