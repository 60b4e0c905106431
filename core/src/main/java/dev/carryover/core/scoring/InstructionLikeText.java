package dev.carryover.core.scoring;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Tells texts of a history that talk to the model that will read them: orders to ignore what it was
 * told, to give one answer to every question, or to look at its own prompt. Patterns over English,
 * ours; one that is found is no proof of ill will, one that is worded otherwise is missed.
 */
public final class InstructionLikeText {
  private static final String ALL_OF_IT = "(?:(?:all|any|the|your|these|those|of) )*";
  private static final String TOLD_BEFORE = "(?:previous|above|prior|preceding|earlier|foregoing)";
  private static final String RULES =
      "(?:instructions?|prompts?|rules|notes|text|context|directions|guidelines)";
  private static final String QUESTIONS = "(?:question|query|queries|prompt)s?";

  private static final List<Pattern> PATTERNS =
      List.of(
          pattern(
              "\\b(?:ignore|disregard|forget|override) "
                  + ALL_OF_IT
                  + TOLD_BEFORE
                  + "(?: "
                  + RULES
                  + "\\b|\\s*[.!,;:]|$| and )"),
          pattern(
              "\\b(?:ignore|disregard|forget|override) (?:all |any |of )*your " + RULES + "\\b"),
          pattern(
              "\\b(?:answer|reply|respond|say|write|output|print) (?!to )[^.!?]{1,60}? "
                  + "(?:to|for) (?:all|every|each)(?: of)?(?: the| your| my)?"
                  + "(?: (?:other|future|following|next|further))? "
                  + QUESTIONS
                  + "\\b"),
          pattern(
              "\\b(?:all|every|each|any) (?:\\w+ )?"
                  + QUESTIONS
                  + "[^.!?]{0,30}? (?:must|should|shall|is to|are to) be answered\\b"),
          pattern(
              "\\byou (?:must|shall|are to|(?:should|will|have to) (?:only|always))"
                  + "(?: only| always)* (?:answer|reply|respond|output)"
                  + "(?: only| always)* (?:with|that|unknown|[\"'`]|\\S*\\d)"),
          pattern(
              "\\b(?:reveal|show|print|repeat|output|ignore|override) [^.!?]{0,30}system prompt\\b"),
          pattern("\\b(?:new|updated) (?:system prompt|system message|instructions?)\\s*:"),
          pattern("\\bif you are (?:an? )?(?:ai|llm|(?:large )?language model|chatbot)\\b"),
          pattern("\\byou are (?:now )?(?:an? )?(?:ai|llm|(?:large )?language model|chatbot)\\b"),
          pattern("\\bend of (?:the )?(?:notes|events|transcript|context|passages)\\b\\W"),
          pattern("<\\|(?:im_start|im_end|system|user|assistant|eot_id|start_header_id)\\|>"));

  private static final Pattern SPACE = Pattern.compile("\\s+");

  private InstructionLikeText() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /** Whether a text has anything of the kind in it. */
  public static boolean in(String text) {
    String line = SPACE.matcher(text).replaceAll(" ");
    return PATTERNS.stream().anyMatch(pattern -> pattern.matcher(line).find());
  }
}
