package dev.carryover.models.service;

import static dev.carryover.models.service.Served.PROMPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.core.FinishReason;
import dev.carryover.core.Reply;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.LanguageModel.Decoding;
import dev.carryover.core.spi.LanguageModel.Use;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.testkit.LoopbackBehaviour;
import dev.carryover.core.testkit.LoopbackModelServer;
import dev.carryover.core.testkit.LoopbackModelServer.Request;
import dev.carryover.core.testkit.LoopbackService;
import dev.carryover.core.testkit.LoopbackService.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes over the wire. */
final class RequestTest {
  private static final Decoding HELD =
      new Decoding(8, 0.25, OptionalLong.of(1L << 40 | 7), List.of("\n"), Optional.of("[0-9]{4}"));

  private static JsonNode sent(LoopbackModelServer server, LanguageModel model) {
    model.complete(PROMPT, HELD, 0);
    List<Request> all = server.requests();
    Request last = all.get(all.size() - 1);
    assertThat(last.headers().get("content-type")).startsWith("application/json");
    return last.json();
  }

  @Test
  void chatSendsTurnsAndDecoding() {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI));
        LanguageModel model = Served.openAi(server)) {
      JsonNode sent = sent(server, model);
      assertThat(sent.path("model").asText()).isEqualTo("loop-1");
      assertThat(sent.path("messages").path(0).path("role").asText()).isEqualTo("system");
      assertThat(sent.path("messages").path(1).path("content").asText()).isEqualTo(PROMPT.user());
      assertThat(sent.path("max_tokens").asInt()).isEqualTo(8);
      assertThat(sent.path("temperature").asDouble()).isEqualTo(0.25);
      assertThat(sent.path("seed").asInt()).isEqualTo(7);
      assertThat(sent.path("stop").path(0).asText()).isEqualTo("\n");
      assertThat(sent.has("logprobs")).isFalse();
      assertThat(model.use()).isEqualTo(Use.CHAT);
      assertThat(model.constrains()).isFalse();
    }
  }

  @Test
  void completionSendsOneText() {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI));
        LanguageModel model = Served.openAi(server, "use", "completion")) {
      JsonNode sent = sent(server, model);
      assertThat(sent.path("prompt").asText()).isEqualTo(PROMPT.system() + "\n\n" + PROMPT.user());
      assertThat(sent.path("max_tokens").asInt()).isEqualTo(8);
      assertThat(sent.path("seed").asInt()).isEqualTo(7);
      assertThat(sent.path("stop").path(0).asText()).isEqualTo("\n");
      assertThat(model.use()).isEqualTo(Use.COMPLETION);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat", "completion"})
  void ollamaSendsItsOwnForm(String use) {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OLLAMA));
        LanguageModel model = Served.ollama(server, "use", use, "constrain", "response_format")) {
      JsonNode sent = sent(server, model);
      assertThat(sent.path("stream").asBoolean(true)).isFalse();
      assertThat(sent.path("options").path("num_predict").asInt()).isEqualTo(24);
      assertThat(sent.path("options").path("temperature").asDouble()).isEqualTo(0.25);
      assertThat(sent.path("options").path("seed").asInt()).isEqualTo(7);
      assertThat(sent.path("options").path("stop")).isEmpty();
      assertThat(sent.path("format").path("properties").path("answer").path("pattern").asText())
          .isEqualTo("^([0-9]{4})$");
      assertThat(sent.path("raw").asBoolean()).isEqualTo(use.equals("completion"));
      assertThat(model.complete(PROMPT, HELD, 0))
          .isEqualTo(new Reply("4821", FinishReason.STOP, new Usage(7, 3)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat", "completion"})
  void aFormIsHeldAsTheServiceCan(String use) {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI))) {
      try (LanguageModel model = Served.openAi(server, "use", use, "constrain", "grammar")) {
        assertThat(model.constrains()).isTrue();
        assertThat(sent(server, model).path("grammar").asText()).isEqualTo("root ::= [0-9] {4} ");
      }
      try (LanguageModel model =
          Served.openAi(server, "use", use, "constrain", "structured_outputs")) {
        assertThat(sent(server, model).path("structured_outputs").path("regex").asText())
            .isEqualTo("[0-9]{4}");
      }
    }
  }

  @Test
  void aWrappedAnswerIsUnwrappedUnlessItIsCutOff() {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI));
        LanguageModel model = Served.openAi(server, "constrain", "response_format")) {
      model.identity();
      server.next(LoopbackBehaviour.finished("{\n \"answer\": \"4822\"\n}", "stop"));
      assertThat(model.complete(PROMPT, HELD, 0).text()).isEqualTo("4822");
      List<Request> all = server.requests();
      JsonNode sent = all.get(all.size() - 1).json();
      assertThat(sent.path("response_format").path("type").asText()).isEqualTo("json_schema");
      assertThat(sent.findPath("pattern").asText()).isEqualTo("^([0-9]{4})$");
      assertThat(sent.has("stop")).as("a line's end may be in the wrapping").isFalse();
      server.next(LoopbackBehaviour.finished("{\"answer\":\"48", "length"));
      assertThat(model.complete(PROMPT, HELD, 0).text()).isEqualTo("{\"answer\":\"48");
    }
  }

  @Test
  void aFormThatPlainCompletionsIgnoreIsRefused() {
    try (LoopbackModelServer server = LoopbackModelServer.open(LoopbackService.of(Kind.OPENAI))) {
      assertThatThrownBy(
              () -> Served.openAi(server, "use", "completion", "constrain", "response_format"))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("choose grammar or structured_outputs");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "[0-9]{4}~root ::= [0-9] {4} ",
        "\\d{2,4}~root ::= [0-9] {2,4} ",
        "unknown|[A-F\\d]+~root ::= \"u\" \"n\" \"k\" \"n\" \"o\" \"w\" \"n\" | [A-F0-9] + ",
        "(?:ab)?(c|d)*~root ::= ( \"a\" \"b\" ) ? ( \"c\" | \"d\" ) * ",
        "a\\n~root ::= \"a\" \"\\n\" ",
        "a\\-b\\.~root ::= \"a\" \"-\" \"b\" \".\" ",
      })
  void aFormBecomesAGrammar(String form, String grammar) {
    assertThat(Grammar.of(form).strip()).isEqualTo(grammar.strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", "^a", "a$", "\\w+", "[a-z", "a{2", "a\\"})
  void aFormOfMoreThanThatIsRefused(String form) {
    assertThatThrownBy(() -> Grammar.of(form))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("form '" + form + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "url, localhost:8000",
    "url, ftp://host/v1",
    "url, http://host/v1?a=b",
    "url, ''",
    "use, talk",
    "constrain, json",
    "timeout, 10",
    "timeout, 0s",
    "parallel, 0",
    "expect_context, many"
  })
  void aSettingThatCannotBeUsedIsNamed(String key, String value) {
    assertThatThrownBy(
            () ->
                new ServiceModels()
                    .languageModel(
                        ServiceKind.OPENAI,
                        Served.settings("http://localhost:1/v1", key, value),
                        ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .satisfies(e -> assertThat(((SettingException) e).key()).isEqualTo(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://me:hush@localhost/v1", "http://localhost/v1?api_key=hush"})
  void aSecretInTheAddressIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(
            () ->
                new ServiceModels()
                    .languageModel(
                        ServiceKind.OPENAI, Settings.of(Map.of("url", url)), ModelContext.of(1)))
        .isInstanceOf(SettingException.class)
        .satisfies(e -> assertThat(e.toString()).doesNotContain("hush"));
  }

  @Test
  void ollamaHasAnAddressOfItsOwn() {
    assertThat(ServiceKind.OLLAMA.languageModelParameters())
        .anyMatch(p -> p.name().equals("url") && p.defaultValue().contains("11434"));
    try (LanguageModel model =
        new ServiceModels().languageModel(ServiceKind.OLLAMA, Settings.NONE, ModelContext.of(1))) {
      assertThat(model.use()).isEqualTo(Use.CHAT);
    }
  }
}
