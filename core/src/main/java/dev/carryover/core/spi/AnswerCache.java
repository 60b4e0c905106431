package dev.carryover.core.spi;

import dev.carryover.core.Reply;
import java.util.Optional;

/** Keeps what models said, so that nothing is paid for twice. Safe for use by several threads. */
public interface AnswerCache {
  /** Keeps nothing. */
  AnswerCache NONE =
      new AnswerCache() {
        @Override
        public Optional<Reply> find(String key) {
          return Optional.empty();
        }

        @Override
        public void keep(String key, Reply reply) {}
      };

  /**
   * What was kept under a key.
   *
   * @param key stands for the model's identity, the prompt, the decoding and the repeat, all of
   *     them
   */
  Optional<Reply> find(String key);

  /** Keeps a reply. When this returns, it survives a kill of the process. */
  void keep(String key, Reply reply);
}
