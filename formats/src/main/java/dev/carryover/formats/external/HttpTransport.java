package dev.carryover.formats.external;

import java.net.http.HttpClient;
import java.time.Duration;

/** Speaks to a memory at an HTTP endpoint, over connections that are used again. */
final class HttpTransport implements Transport {
  private static final int RETRIES = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);

  private final String url;
  private final Duration timeout;
  private final HttpClient client;

  HttpTransport(String url, Duration timeout) {
    this.url = url;
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT)
            .build();
  }

  @Override
  public Connection connect() {
    return new HttpConnection(client, url, timeout);
  }

  @Override
  public int lines() {
    return 1;
  }

  @Override
  public int retries() {
    return RETRIES;
  }

  /** What the server asks for, up to the time-out; else a pause that doubles. */
  @Override
  public Duration pause(int failures, LostException last) {
    Duration wanted =
        last.retryAfter().orElse(FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10)));
    return wanted.compareTo(timeout) < 0 ? wanted : timeout;
  }
}
