package dev.carryover.models.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.Plugin;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.ReaderProvider;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.WriterModel;
import dev.carryover.core.spi.WriterProvider;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A service's model as reader and as writer, chosen by name. */
final class RolesTest {
  private static final ModelContext CONTEXT = ModelContext.of(2);

  private static LoopbackModelServer server(ServiceKind kind, String answer) {
    Kind served = kind == ServiceKind.OPENAI ? Kind.OPENAI : Kind.OLLAMA;
    return LoopbackModelServer.open(LoopbackService.of(served).answering(prompt -> answer));
  }

  private static Settings settings(ServiceKind kind, LoopbackModelServer server) {
    return Served.settings(
        kind == ServiceKind.OPENAI ? server.v1() : server.root(), "answer_tokens", "9");
  }

  @ParameterizedTest
  @EnumSource
  void aServiceReadsWhatThePassagesSay(ServiceKind kind) {
    ReaderProvider provider = Plugins.named(ReaderProvider.class, "reader", kind.stableName());
    try (LoopbackModelServer server = server(kind, "4821");
        ReaderModel reader = provider.create(settings(kind, server), CONTEXT)) {
      assertThat(reader.preflight()).isEmpty();
      Reply reply =
          reader.answer(new Question("Which code?"), List.of("Mira's badge code is 4821."));
      assertThat(reply.text()).isEqualTo("4821");
      assertThat(reply.finish()).isEqualTo(FinishReason.STOP);
      String chat = kind == ServiceKind.OPENAI ? "/v1/chat/completions" : "/api/chat";
      assertThat(server.requests(chat).get(1).body()).contains("Mira's badge code is 4821.");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServiceWritesNotes(ServiceKind kind) {
    WriterProvider provider = Plugins.named(WriterProvider.class, "writer", kind.stableName());
    Event event = new Event("e1", Optional.empty(), "Mira", "My badge code is 4821.");
    try (LoopbackModelServer server = server(kind, "- Mira's badge code is 4821");
        WriterModel writer = provider.create(settings(kind, server), CONTEXT)) {
      assertThat(writer.notes(List.of(event), 1000, 100, 7).content()).contains("4821");
    }
  }

  @Test
  void aWithheldAnswerIsAnAnswer() {
    ReaderProvider provider = Plugins.named(ReaderProvider.class, "reader", "openai");
    try (LoopbackModelServer server = server(ServiceKind.OPENAI, "4821");
        ReaderModel reader = provider.create(settings(ServiceKind.OPENAI, server), CONTEXT)) {
      reader.identity();
      server.next(LoopbackBehaviour.contentFilter());
      assertThat(reader.answer(new Question("Which code?"), List.of()).finish())
          .isEqualTo(FinishReason.FILTERED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothRolesTakeOneConfiguration(ServiceKind kind) {
    Plugin reader = Plugins.named(ReaderProvider.class, "reader", kind.stableName());
    Plugin writer = Plugins.named(WriterProvider.class, "writer", kind.stableName());
    assertThat(reader.parameters()).isEqualTo(writer.parameters());
    assertThat(reader.parameters()).extracting(Plugin.Parameter::name).doesNotHaveDuplicates();
  }

  @Test
  void anUnknownSettingIsRefused() {
    ReaderProvider provider = Plugins.named(ReaderProvider.class, "reader", "openai");
    Settings settings = Served.settings("http://localhost:1/v1", "temprature", "1");
    assertThatThrownBy(() -> provider.create(settings, CONTEXT))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("unknown setting 'temprature'");
  }
}
