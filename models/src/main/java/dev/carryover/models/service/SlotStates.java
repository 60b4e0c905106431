package dev.carryover.models.service;

import dev.carryover.core.ModelIdentity;
import dev.carryover.core.OpenState;
import dev.carryover.core.Usage;
import dev.carryover.core.spi.LanguageModel;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.StopException;
import dev.carryover.models.service.SlotServer.Wish;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The saved caches of a llama.cpp server. The server's file names no model, and is restored into
 * any of the same shape: a {@link SlotManifest} in the caller's folder says whose it is, by all
 * that identifies a model here, the canary's log-probabilities included.
 */
final class SlotStates implements SlotModel {
  private final LanguageModel model;
  private final SlotServer server;
  private final SlotPrompt prompt;
  private final SlotOptions options;

  /**
   * @param model the same server's, which is asked who it is; the caller closes it
   * @param server closing closes it
   */
  SlotStates(LanguageModel model, SlotServer server, SlotPrompt prompt, SlotOptions options) {
    this.model = model;
    this.server = server;
    this.prompt = prompt;
    this.options = options;
  }

  @Override
  public ModelIdentity identity() {
    return model.identity();
  }

  @Override
  public SortedMap<String, String> settings() {
    return prompt.settings();
  }

  @Override
  public List<Problem> preflight() {
    try {
      SlotPool.of(server).take(server).close();
      return List.of();
    } catch (ServiceException e) {
      return List.of(
          new Problem(
              String.valueOf(e.getMessage()),
              "serve it with llama.cpp's --slot-save-path, as 'carryover models serve' does, or set 'slots: false'"));
    }
  }

  @Override
  public Kept prefill(List<String> passages, Path folder) {
    ModelIdentity identity = asked();
    List<Integer> tokens = server.tokens(prompt.before(passages), true);
    requireRoom(identity, tokens.size());
    SlotCache cache = cache(fileName(folder, identity, tokens), tokens);
    long bytes = cache.save();
    // what cannot be gone on from is not kept
    cache.goOn(tokens.subList(tokens.size() - 1, tokens.size()), Wish.NOTHING);
    model.confirm();
    Optional<String> sha256 = options.folder().map(slots -> saved(slots, cache.file()));
    new SlotManifest(cache.file(), bytes, sha256, identity, settings(), tokens).write(folder);
    return new Kept(new Usage(tokens.size(), 0), tokens.size(), bytes);
  }

  /** Who the model is, which must tell what no file tells. */
  private ModelIdentity asked() {
    ModelIdentity identity = model.identity();
    if (identity.canary().isEmpty()) {
      throw new ServiceException(
          server.name()
              + " tells no log-probabilities, without which a cache of other weights would be taken for its own; serve it with llama.cpp");
    }
    return identity;
  }

  private void requireRoom(ModelIdentity identity, int positions) {
    int answer = prompt.decoding().maxTokens();
    if (identity.contextLimit().isPresent()
        && positions + answer >= identity.contextLimit().getAsInt()) {
      throw new StopException(
          "%d tokens and an answer of %d do not fit into the %d of %s; serve it with a longer context, or take shorter histories"
              .formatted(positions, answer, identity.contextLimit().getAsInt(), server.name()));
    }
  }

  /** No two caches share a file, and none is overwritten by another model's. */
  private static String fileName(Path folder, ModelIdentity identity, List<Integer> tokens) {
    String of =
        String.join(
            "\n",
            folder.toAbsolutePath().toString(),
            identity.fingerprint(),
            identity.canary().toString(),
            tokens.toString());
    return "carryover-" + SelfDescription.hash(of) + ".bin";
  }

  private static String saved(SlotFolder folder, String file) {
    return folder
        .sha256(file)
        .orElseThrow(
            () ->
                new SettingException(
                    SlotFolder.KEY,
                    "the server saved '%s', and '%s' does not have it"
                        .formatted(file, folder.path()),
                    "name the folder that the server was given as --slot-save-path"));
  }

  private SlotCache cache(String file, List<Integer> tokens) {
    return new SlotCache(server, SlotPool.of(server), options.budget(), file, tokens);
  }

  @Override
  public Kept train(List<String> passages, Study study, Path folder) {
    throw trainsNone(server.name());
  }

  static SettingException trainsNone(String name) {
    return new SettingException(
        "model",
        name + " trains no cartridge: a llama.cpp server keeps caches alone",
        "name a model that runs in this process, such as nano-1");
  }

  @Override
  public OpenState open(Path folder, Foreign foreign) {
    SlotManifest kept = SlotManifest.read(folder);
    model.confirm();
    ModelIdentity now = asked();
    if (foreign == Foreign.REFUSE) {
      requireSame(kept, now, folder);
    }
    options.folder().ifPresent(slots -> requireUnchanged(kept, slots));
    SlotCache cache = cache(kept.file(), kept.tokens());
    cache
        .refusal()
        .ifPresent(
            refusal -> {
              throw new IncompatibleStateException(refusal);
            });
    return new SlotState(cache, kept.model(), now, prompt, options.constraint());
  }

  private void requireSame(SlotManifest kept, ModelIdentity now, Path folder) {
    if (!kept.model().sameAs(now)) {
      throw new IncompatibleStateException(
          "'%s' holds a cache of '%s', and %s is another model: %s; have it read the history again"
              .formatted(
                  folder,
                  kept.model().name(),
                  server.name(),
                  Problems.difference(kept.model(), now)));
    }
    if (!kept.settings().equals(settings())) {
      throw new IncompatibleStateException(
          "'%s' holds a cache of a prompt with %s, and the reader's has %s; configure the same prompt, or have the model read the history again"
              .formatted(folder, kept.settings(), settings()));
    }
  }

  private static void requireUnchanged(SlotManifest kept, SlotFolder folder) {
    Optional<String> now = folder.sha256(kept.file());
    if (now.isEmpty()) {
      throw new IncompatibleStateException(
          "'%s' is missing from '%s'; bring it back, or have the model read the history again"
              .formatted(kept.file(), folder.path()));
    }
    if (kept.sha256().isPresent() && !kept.sha256().equals(now)) {
      throw new IncompatibleStateException(
          "'%s' in '%s' was changed: its SHA-256 was %s, now %s; have the model read the history again"
              .formatted(kept.file(), folder.path(), kept.sha256().get(), now.get()));
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
