package dev.carryover.core.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a {@link LoopbackModelServer} does with one of its answers.
 *
 * @param content changes what is said
 * @param wire changes how it goes over the wire
 */
public record LoopbackBehaviour(UnaryOperator<Draft> content, UnaryOperator<Raw> wire) {
  /** Answers as it should. */
  public static final LoopbackBehaviour NORMAL =
      new LoopbackBehaviour(UnaryOperator.identity(), UnaryOperator.identity());

  /**
   * What is said.
   *
   * @param model the name that the answer bears
   * @param text of a chat or a completion
   * @param finish why it ended, as OpenAI names it
   * @param fingerprint the {@code system_fingerprint}, where there is one
   * @param vectors of an embedding request, in the order in which they are sent
   */
  public record Draft(
      String model,
      String text,
      String finish,
      Optional<String> fingerprint,
      List<Vector> vectors) {}

  /**
   * One vector of an answer.
   *
   * @param index which input it belongs to
   * @param json its components, as a JSON array
   */
  public record Vector(int index, String json) {}

  /** How an answer ends. */
  public enum End {
    /** As announced. */
    WHOLE,
    /** The connection closes after half of the body. */
    CUT,
    /** The connection is reset before a byte is sent. */
    RESET,
    /** As announced, but byte by byte, with the delay before each. */
    TRICKLE
  }

  /**
   * How an answer goes over the wire.
   *
   * @param headers lines beside the content's type and length
   * @param delay before the first byte
   */
  public record Raw(int status, List<String> headers, byte[] body, Duration delay, End end) {
    Raw answering(int otherStatus, String otherBody, String... otherHeaders) {
      byte[] bytes = otherBody.getBytes(StandardCharsets.UTF_8);
      return new Raw(otherStatus, List.of(otherHeaders), bytes, delay, end);
    }

    Raw ending(End other) {
      return new Raw(status, headers, body, delay, other);
    }
  }

  private static LoopbackBehaviour says(UnaryOperator<Draft> content) {
    return new LoopbackBehaviour(content, UnaryOperator.identity());
  }

  private static LoopbackBehaviour sends(UnaryOperator<Raw> wire) {
    return new LoopbackBehaviour(UnaryOperator.identity(), wire);
  }

  /** An error in OpenAI's form with a message and header lines such as {@code Retry-After: 1}. */
  public static LoopbackBehaviour error(int status, String message, String... headers) {
    String body =
        "{\"error\":{\"message\":%s,\"type\":\"made_to_fail\",\"code\":%d}}"
            .formatted(LoopbackModelServer.quoted(message), status);
    return sends(raw -> raw.answering(status, body, headers));
  }

  /** A status with a body of one's own. */
  public static LoopbackBehaviour raw(int status, String body, String... headers) {
    return sends(raw -> raw.answering(status, body, headers));
  }

  /** A connection that is reset. */
  public static LoopbackBehaviour reset() {
    return sends(raw -> raw.ending(End.RESET));
  }

  /** Half of the body, then the end of the connection. */
  public static LoopbackBehaviour cutOff() {
    return sends(raw -> raw.ending(End.CUT));
  }

  /** Status 200 and nothing. */
  public static LoopbackBehaviour empty() {
    return raw(200, "");
  }

  /** Status 200 and a page for people. */
  public static LoopbackBehaviour html() {
    return raw(200, "<!DOCTYPE html><html><body>Please sign in to the network</body></html>");
  }

  /** JSON that ends in the middle, under a length that says it is whole. */
  public static LoopbackBehaviour truncatedJson() {
    return sends(
        raw -> {
          String whole = new String(raw.body(), StandardCharsets.UTF_8);
          return raw.answering(200, whole.substring(0, whole.length() / 2));
        });
  }

  /** A well-formed body with no answer in it. */
  public static LoopbackBehaviour noChoices() {
    return raw(200, "{\"id\":\"x\",\"object\":\"chat.completion\",\"choices\":[]}");
  }

  /** An answer that comes late. */
  public static LoopbackBehaviour delayed(Duration delay) {
    return sends(raw -> new Raw(raw.status(), raw.headers(), raw.body(), delay, raw.end()));
  }

  /** An answer that comes byte by byte. */
  public static LoopbackBehaviour trickling(Duration delay) {
    return sends(raw -> new Raw(raw.status(), raw.headers(), raw.body(), delay, End.TRICKLE));
  }

  /** An answer under another model's name. */
  public static LoopbackBehaviour fromModel(String name) {
    return says(d -> new Draft(name, d.text(), d.finish(), d.fingerprint(), d.vectors()));
  }

  /** An answer with a {@code system_fingerprint}. */
  public static LoopbackBehaviour fingerprinted(String fingerprint) {
    return says(
        d -> new Draft(d.model(), d.text(), d.finish(), Optional.of(fingerprint), d.vectors()));
  }

  /** An answer with these words, which ended for this reason. */
  public static LoopbackBehaviour finished(String text, String finish) {
    return says(d -> new Draft(d.model(), text, finish, d.fingerprint(), d.vectors()));
  }

  /** A filter that refuses the prompt. */
  public static LoopbackBehaviour contentFilter() {
    return raw(
        400,
        "{\"error\":{\"message\":\"The response was filtered due to the prompt\","
            + "\"code\":\"content_filter\",\"type\":null,\"status\":400}}");
  }

  /** A prompt that does not fit, in the words of OpenAI's service. */
  public static LoopbackBehaviour contextOverflow() {
    return raw(
        400,
        "{\"error\":{\"message\":\"This model's maximum context length is 2048 tokens. However,"
            + " you requested 4000 tokens.\",\"type\":\"invalid_request_error\","
            + "\"code\":\"context_length_exceeded\"}}");
  }

  /** The right vectors in reverse order, each with its right index. */
  public static LoopbackBehaviour backwards() {
    return vectors(
        all -> {
          Collections.reverse(all);
          return all;
        });
  }

  /** The first vector holds this in place of its numbers, such as {@code [NaN,1]}. */
  public static LoopbackBehaviour firstVector(String json) {
    return vectors(
        all -> {
          all.set(0, new Vector(all.get(0).index(), json));
          return all;
        });
  }

  /** One vector too few. */
  public static LoopbackBehaviour lastVectorMissing() {
    return vectors(all -> all.subList(0, all.size() - 1));
  }

  private static LoopbackBehaviour vectors(UnaryOperator<List<Vector>> change) {
    return says(
        d ->
            new Draft(
                d.model(),
                d.text(),
                d.finish(),
                d.fingerprint(),
                change.apply(new ArrayList<>(d.vectors()))));
  }
}
