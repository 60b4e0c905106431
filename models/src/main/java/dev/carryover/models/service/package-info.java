/**
 * Adapters to services that speak OpenAI's protocol or Ollama's, for language models and for
 * embedding models: retries within a deadline, a limit of requests in flight that yields, an
 * identity taken from what the service tells, kept answers. The slots of a llama.cpp server are
 * saved caches.
 *
 * <p>Chat goes through LangChain4j. Plain completions and embeddings are asked for here: its
 * completion models take no output limit, seed or stop for a call, and its embedding models ignore
 * the {@code index} of a vector.
 */
@NullMarked
package dev.carryover.models.service;

import org.jspecify.annotations.NullMarked;
