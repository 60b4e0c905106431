/**
 * Embedding models that run in this process: three with 384 dimensions and their quantized
 * variants, from Maven artifacts, on one ONNX thread per text. Nothing is downloaded at run time.
 */
@NullMarked
package dev.carryover.models.embedding;

import org.jspecify.annotations.NullMarked;
