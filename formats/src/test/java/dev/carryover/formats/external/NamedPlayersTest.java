package dev.carryover.formats.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.ClaimSchema;
import dev.carryover.core.Question;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.EmbedderProvider;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Players that live within an external memory have a name and nothing else. */
class NamedPlayersTest {
  private static final Settings NAMED = Settings.of(Map.of("name", "my-v1", "revision", "7"));
  private static final ModelContext CONTEXT = ModelContext.of(1);

  private static ReaderModel reader(Settings settings) {
    return Plugins.named(ReaderProvider.class, "model", "external").create(settings, CONTEXT);
  }

  private static WriterModel writer() {
    return Plugins.named(WriterProvider.class, "model", "external").create(NAMED, CONTEXT);
  }

  private static Embedder embedder(String name, String revision) {
    return Plugins.named(EmbedderProvider.class, "embedder", "external")
        .create(Settings.of(Map.of("name", name, "revision", revision)), CONTEXT);
  }

  @Test
  void theyAreWhatTheUserSaysAndNothingElseIsKnown() {
    assertThat(reader(NAMED).identity()).isEqualTo(writer().identity());
    assertThat(reader(NAMED).identity().name()).isEqualTo("my-v1");
    assertThat(reader(NAMED).identity().revision()).hasValue("7");
    assertThat(reader(Settings.of(Map.of("name", "my-v1"))).identity().revision()).isEmpty();
  }

  @Test
  void anotherNameOrRevisionIsAnotherSpace() {
    assertThat(embedder("a", "1").identity()).isEqualTo(embedder("a", "1").identity());
    assertThat(embedder("a", "1").identity().fingerprint())
        .isNotEqualTo(embedder("a", "2").identity().fingerprint())
        .isNotEqualTo(embedder("b", "1").identity().fingerprint());
  }

  @Test
  void nobodyElseCanAskThem() {
    assertCannot(() -> reader(NAMED).answer(new Question("Who?"), List.of("Ana.")));
    assertCannot(() -> writer().notes(List.of(), 10, 10, 1));
    assertCannot(() -> writer().claims(List.of(), new ClaimSchema(List.of()), 10, 1));
    assertCannot(() -> embedder("my-v1", "").embed(List.of("Ana."), Embedder.Purpose.QUERY));
  }

  @Test
  void aPlayerWithoutANameIsRefused() {
    assertThatThrownBy(() -> reader(Settings.NONE))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'name'");
  }

  private static void assertCannot(ThrowingCallable asked) {
    assertThatThrownBy(asked)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'my-v1' lives within an external memory");
  }
}
