package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.StoredItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says claims in plain English, one sentence and one line each: {@code [time] Tesen's crate is
 * G86T, according to the audit.} A claim in whose place another value came says that it is not the
 * last, in words that tell nothing about when it held: that is for the times and the order to tell.
 */
final class Sentences {
  private static final Pattern BREAKS = Pattern.compile("[\\s\\p{Cntrl}\\u2028\\u2029]+");

  private static final String NOT_THE_LAST = " (not the last).";

  private final Map<String, String> forms;

  private Sentences(Map<String, String> forms) {
    this.forms = forms;
  }

  /** The claims as items, in order. */
  static List<StoredItem> items(KgContent content) {
    Sentences sentences = new Sentences(content.schema().sentences());
    Set<String> replaced = replaced(content.claims());
    List<StoredItem> items = new ArrayList<>();
    for (StoredClaim stored : content.claims()) {
      String ending = replaced.contains(stored.id()) ? NOT_THE_LAST : ".";
      items.add(
          new StoredItem(
              stored.id(), sentences.say(stored.claim()) + ending, List.of(stored.origin())));
    }
    return items;
  }

  /** Ids of the claims in whose place another value came. */
  private static Set<String> replaced(List<StoredClaim> claims) {
    Map<String, String> valuesAfter = new HashMap<>();
    Set<String> replaced = new HashSet<>();
    for (int place = claims.size() - 1; place >= 0; place--) {
      StoredClaim stored = claims.get(place);
      String value = stored.claim().object();
      String last = valuesAfter.getOrDefault(stored.id(), value);
      if (!Words.key(last).equals(Words.key(value))) {
        replaced.add(stored.id());
      }
      stored.supersedes().ifPresent(earlier -> valuesAfter.put(earlier, last));
    }
    return replaced;
  }

  private String say(Claim claim) {
    String time = claim.time().map(t -> "[" + line(t) + "] ").orElse("");
    String source = claim.source().map(s -> ", according to " + line(s)).orElse("");
    return time + statement(claim) + source;
  }

  private String statement(Claim claim) {
    String subject = line(claim.subject());
    String object = line(claim.object());
    if (claim.relation().equals(Conventions.TRUSTED_SOURCE)) {
      String about = subject.equals(Conventions.RULE) ? "" : " about " + subject;
      return "When sources disagree" + about + ", " + object + " is right";
    }
    return Optional.ofNullable(forms.get(claim.relation()))
        .map(form -> filled(form, subject, object))
        .orElseGet(() -> subject + "'s " + claim.relation().replace('-', ' ') + " is " + object);
  }

  /** One pass, so that a name that looks like a placeholder stays what it is. */
  private static String filled(String form, String subject, String object) {
    StringBuilder said = new StringBuilder();
    int at = 0;
    while (at < form.length()) {
      if (form.startsWith("{subject}", at)) {
        said.append(subject);
        at += "{subject}".length();
      } else if (form.startsWith("{object}", at)) {
        said.append(object);
        at += "{object}".length();
      } else {
        said.append(form.charAt(at++));
      }
    }
    return said.toString();
  }

  private static String line(String text) {
    return BREAKS.matcher(text.strip()).replaceAll(" ");
  }
}
