package dev.carryover.models.prompted;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Worked examples about people and things that are in no history.
 *
 * @param material what the examples are about, an item a line; may be empty
 * @param worked the examples as the prompt shows them, with a blank line after them; empty where
 *     there are none
 * @param hash SHA-256 of the file; {@code none} where there are none
 */
record Examples(List<String> material, String worked, String hash) {
  /** No examples. */
  static final Examples NONE = new Examples(List.of(), "", "none");

  private static final Pattern DIVIDER = Pattern.compile("(?m)^---\\n");

  Examples {
    material = List.copyOf(material);
  }

  /** Those of a role: a file with the material, a line of three hyphens, the examples. */
  static Examples of(String role) {
    TextFile file = TextFile.builtIn(role + "-examples.txt");
    String[] parts = DIVIDER.split(file.text(), 2);
    return new Examples(parts[0].lines().toList(), parts[1].strip() + "\n\n", file.hash());
  }
}
