package dev.carryover.formats.external;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.spi.ServiceException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One running process. A thread of its own reads the answers and gives each to whoever asked; what
 * is no answer ends the process, because nothing that follows could be trusted.
 */
final class ProcessConnection implements Connection {
  private static final Duration LAST_WORDS = Duration.ofMillis(500);
  private static final Duration GOODBYE = Duration.ofSeconds(2);
  private static final Executor SOON =
      CompletableFuture.delayedExecutor(LAST_WORDS.toMillis() * 2, TimeUnit.MILLISECONDS);

  private final Process process;
  private final String who;
  private final Duration timeout;
  private final StandardError errors;
  private final Map<Long, Asked> asked = new ConcurrentHashMap<>();

  /** Completed with the reason when the line is no longer to be used. */
  private final CompletableFuture<Exception> end = new CompletableFuture<>();

  private record Asked(Request request, CompletableFuture<ObjectNode> answer) {}

  private ProcessConnection(Process process, String who, Duration timeout) {
    this.process = process;
    this.who = who;
    this.timeout = timeout;
    this.errors = StandardError.of(process.getErrorStream(), "standard error of " + process.pid());
  }

  static ProcessConnection to(Process process, String who, Duration timeout) {
    ProcessConnection connection = new ProcessConnection(process, who, timeout);
    Thread reader = new Thread(connection::readAnswers, "answers of " + process.pid());
    reader.setDaemon(true);
    reader.start();
    // a child of the process may hold its output open after the process itself is gone
    process.onExit().thenRunAsync(() -> connection.lost("is gone", ""), SOON);
    return connection;
  }

  @Override
  public ObjectNode ask(Request request) throws LostException {
    CompletableFuture<ObjectNode> answer = new CompletableFuture<>();
    asked.put(request.id(), new Asked(request, answer));
    if (end.isDone()) {
      failAll();
    }
    answer
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((said, error) -> endIfLate(request, error));
    try {
      send(request);
    } catch (IOException e) {
      lost("does not read its standard input", "");
    }
    return await(answer, request);
  }

  @Override
  public boolean alive() {
    return !end.isDone();
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    boolean idle = asked.isEmpty() && alive();
    end.complete(new ServiceException(who + " was closed"));
    if (idle) {
      try {
        process.getOutputStream().close();
        process.waitFor(GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (IOException e) {
        // it reads no more, and is ended below
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    kill(children);
  }

  private void send(Request request) throws IOException {
    byte[] bytes = request.bytes();
    OutputStream in = process.getOutputStream();
    synchronized (in) {
      in.write(bytes);
      in.write('\n');
      in.flush();
    }
  }

  private ObjectNode await(CompletableFuture<ObjectNode> answer, Request request)
      throws LostException {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ServiceException interrupted = new ServiceException("interrupted", e);
      stop(interrupted);
      throw interrupted;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LostException lost) {
        throw lost;
      }
      if (e.getCause() instanceof TimeoutException late) {
        endIfLate(request, late);
        throw late(request);
      }
      if (e.getCause() instanceof ServiceException failed) {
        throw failed;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      asked.remove(request.id());
    }
  }

  private void endIfLate(Request request, Throwable error) {
    if (error instanceof TimeoutException) {
      stop(
          new LostException(
              "%s was ended because '%s' took too long".formatted(who, request.op().word())));
    }
  }

  private ServiceException late(Request request) {
    return new ServiceException(
        "%s did not answer '%s' within %s, and was ended%s; give it more 'timeout', or see what it waits for"
            .formatted(who, request.op().word(), shown(timeout), errors.tail(LAST_WORDS)));
  }

  private static String shown(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  private void readAnswers() {
    AnswerLines lines = new AnswerLines(process.getInputStream(), who);
    try {
      for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
        deliver(Json.parse(line.get(), who));
      }
      byte[] rest = lines.rest();
      lost(
          "closed its standard output",
          rest.length == 0 ? "" : " within the line '" + Json.quote(rest) + "'");
    } catch (IOException e) {
      lost("can no longer be read", ": " + e.getMessage());
    } catch (ServiceException e) {
      stop(e);
    }
  }

  private void deliver(ObjectNode answer) {
    JsonNode id = answer.path("id");
    Asked waiting = id.isIntegralNumber() ? asked.remove(id.longValue()) : null;
    if (waiting == null) {
      throw new ServiceException(
          "%s answered with the id %s, which nobody waits for; answer each request once, with its own id"
              .formatted(who, id.isMissingNode() ? "missing" : id));
    }
    try {
      waiting.answer().complete(Answers.checked(answer, waiting.request(), who));
    } catch (ServiceException e) {
      waiting.answer().completeExceptionally(e);
    }
  }

  /**
   * Ends the line because the process did, or is of no more use.
   *
   * @param running what is wrong with it if it still runs
   */
  private void lost(String running, String detail) {
    if (end.isDone()) {
      return;
    }
    String what = exitCode().map(code -> "ended with exit code " + code).orElse(running);
    stop(new LostException(who + " " + what + detail + errors.tail(LAST_WORDS)));
  }

  private Optional<Integer> exitCode() {
    try {
      return process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)
          ? Optional.of(process.exitValue())
          : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private void stop(Exception reason) {
    List<ProcessHandle> children = process.descendants().toList();
    end.complete(reason);
    failAll();
    kill(children);
  }

  private void failAll() {
    Exception reason = end.join();
    asked.values().forEach(waiting -> waiting.answer().completeExceptionally(reason));
  }

  private void kill(List<ProcessHandle> children) {
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
