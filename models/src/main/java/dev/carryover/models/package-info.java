/**
 * Adapters to embedding models and language models, and the built-in models that need neither GPU
 * nor download.
 */
@NullMarked
package dev.carryover.models;

import org.jspecify.annotations.NullMarked;
