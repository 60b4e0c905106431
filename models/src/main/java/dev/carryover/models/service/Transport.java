package dev.carryover.models.service;

import dev.carryover.models.service.AttemptFailure.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends one request over HTTP/1.1 and reads its answer whole; never tries again, never follows a
 * redirect. Apache's blocking client: measured cold, as short runs have it, it takes half of the
 * processor time of the JDK's.
 */
final class Transport implements AutoCloseable {
  private static final int MOST_BYTES = 256 << 20;
  private static final int BUFFER_BYTES = 8192;
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final CloseableHttpClient client;
  private final Secret secret;

  /** Made for the first address that is https: to read the trusted certificates takes a while. */
  private static final class Tls {
    static final TlsSocketStrategy STRATEGY = DefaultClientTlsStrategy.createSystemDefault();
  }

  /**
   * @param connections the most that are kept
   * @param secret goes along with each request, and is blotted out of each answer
   */
  Transport(int connections, Secret secret) {
    this.secret = secret;
    this.client =
        HttpClients.custom()
            .useSystemProperties()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .useSystemProperties()
                    .setMaxConnTotal(connections)
                    .setMaxConnPerRoute(connections)
                    .setTlsSocketStrategy(
                        (socket, host, port, more, context) ->
                            Tls.STRATEGY.upgrade(socket, host, port, more, context))
                    .setDefaultConnectionConfig(
                        ConnectionConfig.custom().setConnectTimeout(Timeout.of(CONNECT)).build())
                    .build())
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .setUserAgent("carryover")
            .build();
  }

  /** Sends JSON. */
  HttpAnswer post(URI uri, byte[] json, Duration timeout) {
    HttpPost request = new HttpPost(uri);
    request.setEntity(new ByteArrayEntity(json, ContentType.APPLICATION_JSON));
    return send(request, timeout);
  }

  /** Asks for what lies under an address. */
  HttpAnswer get(URI uri, Duration timeout) {
    return send(new HttpGet(uri), timeout);
  }

  /**
   * @param timeout for the answer's first byte, and for the whole of it
   * @throws AttemptFailure if no whole answer came
   */
  private HttpAnswer send(HttpUriRequestBase request, Duration timeout) {
    request.setConfig(RequestConfig.custom().setResponseTimeout(Timeout.of(timeout)).build());
    secret.authorization().ifPresent(value -> request.setHeader(HttpHeaders.AUTHORIZATION, value));
    long end = System.nanoTime() + timeout.toNanos();
    try {
      return client.execute(request, response -> read(request, response, end));
    } catch (SocketTimeoutException e) {
      throw new AttemptFailure(Kind.NETWORK, "no answer within " + ServiceSettings.words(timeout));
    } catch (CharacterCodingException e) {
      throw new AttemptFailure(Kind.GARBLED, "it answered with what is not UTF-8");
    } catch (IOException | UncheckedIOException e) {
      throw new AttemptFailure(Kind.NETWORK, secret.redact(describe(e)));
    }
  }

  private static String describe(Exception e) {
    String message = e.getMessage();
    if (message == null || message.isBlank()) {
      return e.getClass().getSimpleName();
    }
    return e instanceof UnknownHostException ? "no such host: " + message : message;
  }

  private HttpAnswer read(HttpUriRequestBase request, ClassicHttpResponse response, long end)
      throws IOException {
    HttpEntity entity = response.getEntity();
    String body = entity == null ? "" : text(request, entity, end);
    return new HttpAnswer(
        response.getCode(),
        header(response, HttpHeaders.RETRY_AFTER),
        header(response, HttpHeaders.DATE),
        secret.redact(body));
  }

  private static Optional<String> header(HttpMessage response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null || header.getValue() == null
        ? Optional.empty()
        : Optional.of(header.getValue().strip());
  }

  /** An answer that is given up is cancelled, since closing it would read on to its end. */
  private static String text(HttpUriRequestBase request, HttpEntity entity, long end)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(BUFFER_BYTES);
    byte[] buffer = new byte[BUFFER_BYTES];
    InputStream in = entity.getContent();
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      bytes.write(buffer, 0, n);
      if (System.nanoTime() - end > 0) {
        request.cancel();
        throw new SocketTimeoutException("the answer trickles");
      }
      if (bytes.size() > MOST_BYTES) {
        request.cancel();
        throw new IOException("the answer has more than " + MOST_BYTES + " bytes");
      }
    }
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes.toByteArray()))
        .toString();
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
