package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How claims are said, with slots in braces: {@code {subject}}, {@code {relation}} and {@code
 * {object}} everywhere, {@code {source}} where one is named, and {@code {statement}}, which is what
 * was said so far, in all but the first.
 *
 * @param plain a claim whose relation has no sentence of its own
 * @param said a claim of a source
 * @param earlier a claim in whose place another value came
 * @param later a claim that came in the place of another value
 * @param end of every sentence
 */
record Phrases(String plain, String said, String earlier, String later, String end) {
  /** Plain English. */
  static final Phrases ENGLISH =
      new Phrases(
          "{subject}'s {relation} is {object}",
          "{statement}, according to {source}",
          "{statement} (not the last)",
          "{statement}",
          ".");

  private static final Pattern SLOT = Pattern.compile("\\{([a-z]+)\\}");
  private static final Pattern BREAKS = Pattern.compile("[\\s\\p{Cntrl}\\u2028\\u2029]+");

  /** A text with a claim in its slots, in one pass, so that a name that looks like a slot stays. */
  static String filled(String form, Claim claim, String statement) {
    Map<String, String> slots =
        Map.of(
            "subject", line(claim.subject()),
            "relation", claim.relation().replace('-', ' '),
            "object", line(claim.object()),
            "source", claim.source().map(Phrases::line).orElse(""),
            "statement", statement);
    return SLOT.matcher(form)
        .replaceAll(
            slot -> Matcher.quoteReplacement(slots.getOrDefault(slot.group(1), slot.group())));
  }

  /** A text on one line. */
  static String line(String text) {
    return BREAKS.matcher(text.strip()).replaceAll(" ");
  }
}
