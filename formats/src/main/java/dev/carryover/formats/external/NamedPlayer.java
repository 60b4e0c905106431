package dev.carryover.formats.external;

import dev.carryover.core.EmbedderIdentity;
import dev.carryover.core.ModelIdentity;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A model that lives within an external memory, where nobody else can ask it: all there is to know
 * about it is what the user says.
 */
record NamedPlayer(String name, Optional<String> revision) {
  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("name", "", "what the memory knows it as"),
          new Parameter("revision", "", "changes whenever the model does; empty for unknown"));

  private static final int FINGERPRINT_DIGITS = 16;

  static NamedPlayer from(Settings settings) {
    settings.onlyKnown(PARAMETERS);
    String name =
        settings
            .text("name")
            .filter(text -> !text.isBlank())
            .orElseThrow(
                () ->
                    new SettingException(
                        "name",
                        "a player of an external memory has no name",
                        "give the 'name' that the memory knows it as"));
    return new NamedPlayer(name, settings.text("revision").filter(text -> !text.isBlank()));
  }

  ModelIdentity model() {
    return new ModelIdentity(
        name, revision, Optional.empty(), OptionalInt.empty(), new TreeMap<>(), List.of());
  }

  /** A space that nobody can measure: its fingerprint is of name and revision, not of vectors. */
  EmbedderIdentity embedder() {
    try {
      byte[] said = (name + "\0" + revision.orElse("")).getBytes(StandardCharsets.UTF_8);
      String hex = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(said));
      return new EmbedderIdentity(name, 1, hex.substring(0, FINGERPRINT_DIGITS));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  ServiceException cannot(String what) {
    return new ServiceException(
        "'%s' lives within an external memory and cannot %s for others; use it with a memory of format external that does so itself, or name a model that runs here"
            .formatted(name, what));
  }
}
