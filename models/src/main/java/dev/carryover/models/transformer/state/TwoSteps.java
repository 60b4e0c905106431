package dev.carryover.models.transformer.state;

import dev.carryover.core.Question;
import dev.carryover.models.transformer.Sampling;
import java.util.List;
import java.util.SortedMap;

/**
 * How a model is asked in two steps: the passages are read first, and kept; a question is read
 * after them. What begins every text of the model is put in front by the caller.
 */
public interface TwoSteps {
  /** The text that is read before a question is known. */
  String first(List<String> passages);

  /** The text that is read after it, at whose end the answer begins. */
  String second(Question question);

  /** How the answer is chosen and what ends it. */
  Sampling sampling();

  /** The answer in what the model said. */
  String answer(String said);

  /** All that an answer depends on beside the model, such as a prompt's hash. */
  SortedMap<String, String> settings();
}
