package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.ServiceException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Requests to one endpoint: each is posted to the address that ends in its operation. */
final class HttpConnection implements Connection {
  private static final int OK = 200;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final HttpClient client;
  private final String url;
  private final Duration timeout;
  private volatile boolean broken;

  HttpConnection(HttpClient client, String url, Duration timeout) {
    this.client = client;
    this.url = url;
    this.timeout = timeout;
  }

  @Override
  public ObjectNode ask(Request request) throws LostException {
    String address = url + "/" + request.op().word();
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(address))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(request.bytes()))
            .build();
    String who = "'" + address + "'";
    HttpResponse<byte[]> response = await(client.sendAsync(post, BoundedBody.handler()), who);
    int status = response.statusCode();
    if (status == TOO_MANY_REQUESTS || status == UNAVAILABLE) {
      throw new LostException(refusal(response, who), retryAfter(response));
    }
    if (status != OK) {
      throw new ServiceException(refusal(response, who));
    }
    return Answers.checked(Json.parse(response.body(), who), request, who);
  }

  @Override
  public boolean alive() {
    return !broken;
  }

  @Override
  public void close() {}

  private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> sent, String who)
      throws LostException {
    try {
      return sent.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw new ServiceException(
          "%s did not answer within %d ms; give it more 'timeout', or see what it waits for"
              .formatted(who, timeout.toMillis()),
          e);
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BoundedBody.TooLongException) {
        throw new ServiceException(who + " " + e.getCause().getMessage(), e);
      }
      if (e.getCause() instanceof IOException cause) {
        broken = true;
        throw LostException.unreachable("%s cannot be reached: %s".formatted(who, reason(cause)));
      }
      throw new ServiceException(who + ": " + e.getCause(), e);
    }
  }

  private static String reason(IOException cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static String refusal(HttpResponse<byte[]> response, String who) {
    return "%s answered with status %d: '%s'"
        .formatted(who, response.statusCode(), Json.quote(response.body()));
  }

  private static Optional<Duration> retryAfter(HttpResponse<byte[]> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)));
  }
}
