package dev.carryover.models.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.FinishReason;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Question;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import dev.carryover.models.service.Tokasaurus.Cartridge;
import dev.carryover.models.service.Tokasaurus.Source;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokasaurusTest {
  private static final String CUSTOM = "/custom/cartridge/chat/completions";
  private static final String V1 = "/v1/cartridge/chat/completions";
  private static final ModelIdentity MODEL = ModelIdentity.builtIn("m", "1");
  private static final Question ASKED = new Question("What is the badge code of Mira?");

  private LoopbackModelServer server;

  @BeforeEach
  void serve() {
    server = LoopbackModelServer.open(LoopbackService.of(Kind.TOKASAURUS));
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Tokasaurus client(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("url", server.root());
    settings.put("attempts", "2");
    settings.put("backoff", "1ms");
    settings.put("timeout", "5s");
    settings.putAll(more);
    return Tokasaurus.at(Settings.of(settings), ModelContext.of(2));
  }

  private Reply answer(Map<String, String> more, Cartridge cartridge) {
    try (Tokasaurus client = client(more);
        OpenState state = client.open(cartridge, MODEL)) {
      return state.answer(ASKED);
    }
  }

  private Reply answer() {
    return answer(Map.of(), new Cartridge("history-1", Source.LOCAL, false));
  }

  @Test
  void aQuestionNamesItsCartridgeAsTheServerDefinesIt() {
    Reply reply = answer();

    assertThat(reply).isEqualTo(new Reply("4821", FinishReason.STOP, new Usage(7, 3)));
    JsonNode request = server.requests(CUSTOM).get(0).json();
    assertThat(request.path("model").asText()).isEqualTo("default");
    assertThat(request.path("temperature").asInt(1)).isZero();
    assertThat(request.path("max_tokens").asInt()).isPositive();
    assertThat(request.path("messages")).hasSize(1);
    assertThat(request.path("messages").path(0).path("role").asText()).isEqualTo("user");
    assertThat(request.path("messages").path(0).path("content").asText()).contains(ASKED.text());
    assertThat(request.path("cartridges"))
        .hasToString("[{\"id\":\"history-1\",\"source\":\"local\",\"force_redownload\":false}]");
    assertThat(request.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("model", "messages", "max_tokens", "temperature", "cartridges");
  }

  @Test
  void thePathOfTheReadmeIsASetting() {
    answer(Map.of("endpoint", "v1"), new Cartridge("c", Source.WANDB, false));
    answer(
        Map.of("endpoint", "v1", "url", server.v1(), "model", "llama"),
        new Cartridge("c", Source.HUGGINGFACE, false));

    assertThat(server.requests(V1)).hasSize(2);
    assertThat(server.requests(V1).get(1).json().path("model").asText()).isEqualTo("llama");
    assertThatThrownBy(() -> client(Map.of("endpoint", "v2")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("custom, v1");
  }

  @Test
  void aCartridgeIsFetchedAnewWithTheFirstQuestionOnly() {
    try (Tokasaurus client = client(Map.of());
        OpenState state = client.open(new Cartridge("c", Source.WANDB, true), MODEL)) {
      state.answer(ASKED);
      state.answer(ASKED);
      assertThat(state.computedFor()).isEqualTo(MODEL);
      assertThat(state.firstToken(ASKED)).isEmpty();
    }

    assertThat(server.requests(CUSTOM))
        .extracting(
            each -> each.json().path("cartridges").path(0).path("force_redownload").asBoolean())
        .containsExactly(true, false);
  }

  @Test
  void whatMayPassIsTriedAgain() {
    for (LoopbackBehaviour bad :
        List.of(
            LoopbackBehaviour.error(500, "worker died"),
            LoopbackBehaviour.html(),
            LoopbackBehaviour.empty(),
            LoopbackBehaviour.truncatedJson(),
            LoopbackBehaviour.noChoices(),
            LoopbackBehaviour.reset(),
            LoopbackBehaviour.cutOff())) {
      server.next(bad);
      assertThat(answer().text()).isEqualTo("4821");
    }
  }

  @Test
  void aServerThatStaysBrokenIsNamedWithItsWords() {
    server.always(LoopbackBehaviour.error(500, "worker died"));

    assertThatThrownBy(this::answer)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(server.root())
        .hasMessageContaining("worker died");
    assertThat(server.requests(CUSTOM)).hasSize(2);
  }

  @Test
  void aCartridgeThatTheServerDoesNotKnowIsNotAskedForAgain() {
    server.always(
        LoopbackBehaviour.raw(
            400, "{\"detail\":\"Local cartridge 'history-1' not found at cartridges/history-1\"}"));

    assertThatThrownBy(this::answer)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("'history-1' not found");
    assertThat(server.requests(CUSTOM)).hasSize(1);
  }

  @Test
  void aServerWithoutCartridgesIsTold() {
    server.serve(LoopbackService.of(Kind.OPENAI));

    assertThatThrownBy(this::answer)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("404");
  }

  @Test
  void aSlowServerIsGivenUp() {
    server.always(LoopbackBehaviour.delayed(Duration.ofSeconds(3)));

    assertThatThrownBy(
            () -> answer(Map.of("timeout", "100ms"), new Cartridge("c", Source.LOCAL, false)))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("100 ms");
  }

  @Test
  void aCartridgeNeedsAnId() {
    assertThatThrownBy(() -> new Cartridge(" ", Source.LOCAL, false))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
