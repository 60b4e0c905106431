package dev.carryover.formats.external;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** The bytes of a response, as long as they are not more than an answer may have. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private final CompletableFuture<Subscription> subscribed = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A response that would not end. */
  static final class TooLongException extends IOException {
    private TooLongException() {
      super("answered with more than %d MiB; list fewer items".formatted(Json.LONGEST >> 20));
    }
  }

  static BodyHandler<byte[]> handler() {
    return response -> new BoundedBody();
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscribed.complete(subscription);
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (whole.isDone()) {
        return;
      }
      if (bytes.size() + buffer.remaining() > Json.LONGEST) {
        whole.completeExceptionally(new TooLongException());
        subscribed.thenAccept(Subscription::cancel);
        return;
      }
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      bytes.writeBytes(part);
    }
  }

  @Override
  public void onError(Throwable error) {
    whole.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    whole.complete(bytes.toByteArray());
  }
}
