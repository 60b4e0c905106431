/** Loading and saving models: safetensors files and Hugging Face folders. */
@NullMarked
package dev.carryover.models.transformer.load;

import org.jspecify.annotations.NullMarked;
