package dev.carryover.models.service;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * LangChain4j's requests over our transport, so that refusals keep their headers and words, and a
 * body that holds no answer is named before LangChain4j stumbles over it.
 */
final class LangChainHttp implements HttpClient, HttpClientBuilder {
  private final Transport transport;
  private final Duration timeout;
  private final String field;

  /**
   * @param field which every answer has
   */
  LangChainHttp(Transport transport, Duration timeout, String field) {
    this.transport = transport;
    this.timeout = timeout;
    this.field = '"' + field + '"';
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    HttpAnswer answer =
        transport.post(
            URI.create(request.url()), request.body().getBytes(StandardCharsets.UTF_8), timeout);
    String body = answer.body200();
    if (!body.stripLeading().startsWith("{")) {
      throw answer.garbled("no JSON object");
    }
    if (!body.contains(field)) {
      throw answer.garbled("no " + field);
    }
    return SuccessfulHttpResponse.builder()
        .statusCode(answer.status())
        .headers(Map.of())
        .body(body)
        .build();
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    throw new UnsupportedOperationException("answers are asked for whole");
  }

  @Override
  public Duration connectTimeout() {
    return timeout;
  }

  @Override
  public HttpClientBuilder connectTimeout(Duration ignored) {
    return this;
  }

  @Override
  public Duration readTimeout() {
    return timeout;
  }

  @Override
  public HttpClientBuilder readTimeout(Duration ignored) {
    return this;
  }

  @Override
  public HttpClient build() {
    return this;
  }
}
