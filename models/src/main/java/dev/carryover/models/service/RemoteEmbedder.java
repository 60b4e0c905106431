package dev.carryover.models.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.Usage;
import dev.carryover.core.embedding.Cosine;
import dev.carryover.core.spi.CallBudget;
import dev.carryover.core.spi.Embedder;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.StopException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An embedding model behind a service. Vectors are put in order by the {@code index} that the
 * service gives them, checked, and scaled to unit length. Its identity is measured once, on the
 * canary texts.
 */
final class RemoteEmbedder implements Embedder {
  private final Service service;
  private final EmbedderOptions options;
  private final CallBudget budget;
  private final Questions questions;
  private @Nullable Catalogue catalogue;
  private volatile @Nullable Measured measured;

  private record Measured(EmbedderIdentity identity, List<float[]> canaries) {}

  RemoteEmbedder(Service service, EmbedderOptions options, CallBudget budget) {
    this.service = service;
    this.options = options;
    this.budget = budget;
    this.questions = new Questions(service);
  }

  @Override
  public EmbedderIdentity identity() {
    return measured().identity();
  }

  /** The canary texts are documents, so that a query's prefix does not show in the identity. */
  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> all = new TreeMap<>();
    all.put("document_prefix", options.documentPrefix());
    all.put("query_prefix", options.queryPrefix());
    return all;
  }

  @Override
  public List<Double> canary() {
    return EmbedderIdentity.canary(measured().canaries());
  }

  private Measured measured() {
    Measured seen = measured;
    return seen != null ? seen : measure();
  }

  private synchronized Measured measure() {
    Measured seen = measured;
    if (seen != null) {
      return seen;
    }
    List<float[]> canaries = canaries();
    Measured now = new Measured(EmbedderIdentity.ofService(name(), canaries), canaries);
    measured = now;
    return now;
  }

  private List<float[]> canaries() {
    return request(EmbedderIdentity.CANARY_TEXTS, Purpose.DOCUMENT, OptionalInt.empty());
  }

  private synchronized String name() {
    Catalogue known = catalogue;
    if (known == null) {
      known = service.call(this::look);
      catalogue = known;
    }
    known
        .unnamed()
        .ifPresent(
            problem -> {
              throw new ServiceException(problem.what() + "; " + problem.remedy());
            });
    return known.name().orElseThrow();
  }

  private Catalogue look() {
    return Catalogue.ask(service.settings(), questions);
  }

  @Override
  public List<float[]> embed(List<String> texts, Purpose purpose) {
    if (texts.isEmpty()) {
      return List.of();
    }
    OptionalInt dimension = OptionalInt.of(identity().dimension());
    List<float[]> vectors = new ArrayList<>(texts.size());
    for (int from = 0; from < texts.size(); from += options.batch()) {
      int to = Math.min(texts.size(), from + options.batch());
      vectors.addAll(request(texts.subList(from, to), purpose, dimension));
    }
    return vectors;
  }

  private List<float[]> request(List<String> texts, Purpose purpose, OptionalInt dimension) {
    String name = name();
    List<String> prefixed = texts.stream().map(t -> options.prefixed(t, purpose)).toList();
    ObjectNode body = Json.MAPPER.createObjectNode().put("model", name);
    ArrayNode input = body.putArray("input");
    prefixed.forEach(input::add);
    String[] all = prefixed.toArray(String[]::new);
    Usage most = new Usage(TokenEstimate.most(all), 0);
    budget.reserve(most);
    Usage spent = Usage.NONE;
    try {
      JsonNode answer = service.call(() -> post(body));
      spent = spent(answer);
      if (spent.equals(Usage.NONE)) {
        spent = new Usage(TokenEstimate.usual(all), 0);
      }
      return VectorReader.read(answer, texts.size(), dimension);
    } catch (VectorReader.Bad e) {
      throw new ServiceException(service.name() + ": " + e.getMessage(), e);
    } finally {
      budget.settle(most, spent);
    }
  }

  private JsonNode post(ObjectNode body) {
    boolean openAi = service.settings().kind() == ServiceKind.OPENAI;
    URI uri = service.settings().under(openAi ? "/embeddings" : "/api/embed");
    HttpAnswer answer =
        service.transport().post(uri, Json.bytes(body), service.settings().timeout());
    JsonNode json = answer.json();
    if (!json.path(openAi ? "data" : "embeddings").isArray()) {
      throw answer.garbled("no vectors");
    }
    return json;
  }

  private static Usage spent(JsonNode answer) {
    long openAi = answer.path("usage").path("prompt_tokens").asLong();
    return new Usage(Math.max(0, openAi + answer.path("prompt_eval_count").asLong()), 0);
  }

  @Override
  public List<Problem> preflight() {
    try {
      Catalogue now = look();
      synchronized (this) {
        catalogue = now;
      }
      Optional<Problem> unnamed = now.unnamed();
      if (unnamed.isPresent() || options.dimension().isEmpty()) {
        return unnamed.stream().toList();
      }
      int expected = options.dimension().getAsInt();
      int found = identity().dimension();
      return found == expected
          ? List.of()
          : List.of(
              new Problem(
                  "%s: 'expect_dimension' is %d, and its vectors have %d"
                      .formatted(service.name(), expected, found),
                  "serve what is expected, or correct 'expect_dimension'"));
    } catch (AttemptFailure e) {
      return Problems.closed(service, e);
    } catch (ServiceException e) {
      return List.of(
          new Problem(String.valueOf(e.getMessage()), "make the service embed, or name another"));
    }
  }

  /**
   * Embeds the canary texts again: the same space is a cosine of 0.999 and more (spec 1.13, rule
   * 3). A model that was never asked anything has nothing to confirm.
   */
  @Override
  public void confirm() {
    Measured before = measured;
    if (before == null) {
      return;
    }
    List<float[]> now = canaries();
    for (int i = 0; i < now.size(); i++) {
      float[] was = before.canaries().get(i);
      float[] is = now.get(i);
      if (was.length != is.length || Cosine.between(was, is) < EmbedderIdentity.SAME_SPACE_COSINE) {
        throw new StopException(
            "%s changed under way: the canary texts have other vectors than before"
                .formatted(service.name()));
      }
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
