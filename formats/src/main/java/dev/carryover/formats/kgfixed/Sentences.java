package dev.carryover.formats.kgfixed;

import dev.carryover.core.Claim;
import dev.carryover.core.StoredItem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says claims, one sentence and one line each, in the schema's own phrases or in plain English:
 * {@code [time] Tesen's crate is G86T, according to the audit.} A claim in whose place another
 * value came says in English that it is not the last, in words that tell nothing about when it
 * held: that is for the times and the order to tell.
 */
final class Sentences {
  private final Schema schema;
  private final Set<String> replaced = new HashSet<>();
  private final Set<String> replacing = new HashSet<>();

  private Sentences(KgContent content) {
    this.schema = content.schema();
    Map<String, String> valuesBefore = new HashMap<>();
    Map<String, String> valuesAfter = new HashMap<>();
    List<StoredClaim> claims = content.claims();
    for (StoredClaim stored : claims) {
      valuesBefore.put(stored.id(), stored.claim().object());
      boolean changes =
          stored.supersedes().map(valuesBefore::get).filter(was -> !same(was, stored)).isPresent();
      if (changes) {
        replacing.add(stored.id());
      }
    }
    for (int place = claims.size() - 1; place >= 0; place--) {
      StoredClaim stored = claims.get(place);
      String last = valuesAfter.getOrDefault(stored.id(), stored.claim().object());
      if (!same(last, stored)) {
        replaced.add(stored.id());
      }
      stored.supersedes().ifPresent(earlier -> valuesAfter.put(earlier, last));
    }
  }

  /** The claims as items, in order. */
  static List<StoredItem> items(KgContent content) {
    Sentences sentences = new Sentences(content);
    return content.claims().stream()
        .map(stored -> new StoredItem(stored.id(), sentences.say(stored), List.of(stored.origin())))
        .toList();
  }

  private static boolean same(String value, StoredClaim stored) {
    return Words.key(value).equals(Words.key(stored.claim().object()));
  }

  private String say(StoredClaim stored) {
    Claim claim = stored.claim();
    Phrases phrases = schema.phrases();
    String said = statement(claim);
    if (replacing.contains(stored.id())) {
      said = Phrases.filled(phrases.later(), claim, said);
    }
    if (claim.source().isPresent()) {
      said = Phrases.filled(phrases.said(), claim, said);
    }
    if (replaced.contains(stored.id())) {
      said = Phrases.filled(phrases.earlier(), claim, said);
    }
    return claim.time().map(t -> "[" + Phrases.line(t) + "] ").orElse("") + said + phrases.end();
  }

  private String statement(Claim claim) {
    String form = schema.sentences().get(claim.relation());
    if (form == null && claim.relation().equals(Conventions.TRUSTED_SOURCE)) {
      String subject = Phrases.line(claim.subject());
      String about = subject.equals(Conventions.RULE) ? "" : " about " + subject;
      return "When sources disagree" + about + ", " + Phrases.line(claim.object()) + " is right";
    }
    return Phrases.filled(form == null ? schema.phrases().plain() : form, claim, "");
  }
}
