package dev.carryover.models.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A code in a sentence with what the sentence says about it.
 *
 * @param code as written
 * @param at index of its token
 * @param terms what is said of it, see {@link Terms}
 * @param owners whose it may be, each with how surely
 * @param label the stems of the noun phrase that it is called by, without the ones that fit any
 *     code; empty where it is called by none or a general one
 * @param standing whether it holds, as far as its clause tells
 * @param since from when on it holds, where a date is written
 * @param until up to when it held, where a date is written
 */
record Fact(
    String code,
    int at,
    Map<String, Float> terms,
    List<Mention> owners,
    Set<String> label,
    Standing standing,
    Optional<Stamp> since,
    Optional<Stamp> until) {

  /** What a clause says about a code's being in force, earliest first. */
  enum Standing {
    /** Said not to be it. */
    DENIED,
    /** It was, and no longer is. */
    FORMER,
    /** Said without a word on its age. */
    PLAIN,
    /** It took the place of another, or is said to hold now. */
    RECENT,
    /** Planned, proposed or supposed. */
    SUPPOSED
  }
}
