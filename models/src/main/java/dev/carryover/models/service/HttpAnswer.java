package dev.carryover.models.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.carryover.models.service.AttemptFailure.Kind;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What came back from one request.
 *
 * @param retryAfter the header of that name
 * @param date the header of that name
 */
record HttpAnswer(int status, Optional<String> retryAfter, Optional<String> date, String body) {
  private static final int EXCERPT = 200;

  /** The body of an answer that is an answer. */
  String body200() {
    if (status < 200 || status >= 300) {
      throw failure();
    }
    if (body.isBlank()) {
      throw new AttemptFailure(Kind.GARBLED, "it answered with an empty body");
    }
    return body;
  }

  /** The body as JSON. */
  JsonNode json() {
    String text = body200();
    try {
      JsonNode json = Json.MAPPER.readTree(text);
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException e) {
      // named below
    }
    throw garbled("no complete JSON object");
  }

  /** This answer holds not what was asked for. */
  AttemptFailure garbled(String what) {
    return new AttemptFailure(Kind.GARBLED, "it answered with " + what + ": " + excerpt());
  }

  private AttemptFailure failure() {
    String words = words();
    String message = "it answered with status " + status + ": " + words;
    if (status == 429 || status == 503) {
      return new AttemptFailure(Kind.SLOW_DOWN, message, wait(retryAfter, date));
    }
    if (status == 408 || status >= 500) {
      return new AttemptFailure(Kind.BROKEN, message, wait(retryAfter, date));
    }
    if (status == 401 || status == 403) {
      return new AttemptFailure(Kind.UNAUTHORIZED, message);
    }
    if (status == 404 || status == 405) {
      return new AttemptFailure(Kind.MISSING, message);
    }
    String all = (words + " " + body).toLowerCase(Locale.ROOT);
    if (mentions(all, "content_filter", "responsibleaipolicyviolation", "content management")) {
      return new AttemptFailure(Kind.FILTERED, message);
    }
    if (mentions(all, "context_length", "context length", "context size", "context window")) {
      return new AttemptFailure(Kind.REFUSED, "the prompt does not fit its context; " + message);
    }
    return new AttemptFailure(Kind.REFUSED, message);
  }

  private static boolean mentions(String text, String... any) {
    return List.of(any).stream().anyMatch(text::contains);
  }

  /** The service's own words about an error, in any of the forms that services use. */
  String words() {
    try {
      JsonNode json = Json.MAPPER.readTree(body);
      JsonNode error = json.path("error");
      for (JsonNode words :
          List.of(error.path("message"), error, json.path("message"), json.path("detail"))) {
        if (words.isTextual() && !words.asText().isBlank()) {
          return words.asText();
        }
      }
    } catch (JsonProcessingException e) {
      // the beginning of the body must do
    }
    return excerpt();
  }

  private String excerpt() {
    String line = body.strip().replaceAll("\\s+", " ");
    if (line.isEmpty()) {
      return "(an empty body)";
    }
    return line.length() <= EXCERPT ? line : line.substring(0, EXCERPT) + " …";
  }

  /** Seconds, or a date that is compared with the service's own clock where it tells the time. */
  private static Optional<Duration> wait(Optional<String> retryAfter, Optional<String> date) {
    return retryAfter.flatMap(
        text -> {
          if (text.matches("\\d{1,9}(\\.\\d{1,3})?")) {
            return Optional.of(Duration.ofMillis(Math.round(Double.parseDouble(text) * 1000)));
          }
          return time(text)
              .map(
                  until ->
                      Duration.between(
                          date.flatMap(HttpAnswer::time)
                              .orElseGet(() -> ZonedDateTime.now(until.getZone())),
                          until))
              .map(wait -> wait.isNegative() ? Duration.ZERO : wait);
        });
  }

  private static Optional<ZonedDateTime> time(String text) {
    try {
      return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
