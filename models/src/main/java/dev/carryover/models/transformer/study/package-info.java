/**
 * Cartridges: a few positions of keys and values that are trained, by self-study, to stand for a
 * text (Eyuboglu et al., 2025).
 *
 * <p>The model asks itself about the text and answers with the text in view. The prefix is then
 * trained so that the same model, with the prefix in place of the text, gives the answers' tokens
 * the same probabilities.
 */
@NullMarked
package dev.carryover.models.transformer.study;

import org.jspecify.annotations.NullMarked;
