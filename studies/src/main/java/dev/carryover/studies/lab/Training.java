package dev.carryover.studies.lab;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.StoreManifest;
import dev.carryover.core.Usage;
import dev.carryover.core.run.StoreFolder;
import dev.carryover.core.spi.SourceException;
import dev.carryover.core.spi.StatefulModel.Foreign;
import dev.carryover.core.spi.StatefulModel.Study;
import dev.carryover.models.transformer.state.CacheFile;
import dev.carryover.models.transformer.study.Conversations;
import dev.carryover.models.transformer.study.Covisible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cartridge that is to be trained, once: it is kept in the run directory and taken from there
 * afterwards.
 *
 * @param source that it stands for
 * @param study its size, its conversations, its steps, its seed
 * @param company other sources that a share of its conversations is about; may be empty
 * @param share of the conversations
 */
public record Training(Source source, Study study, List<Source> company, double share) {
  private static final String FORMAT = "cartridge";
  private static final String USAGE = "usage.txt";

  public Training {
    company = List.copyOf(company);
  }

  /** Trains it, or loads it where it was trained before. */
  public Cartridge cartridge(Lab lab, StoreFolder kept) {
    SortedMap<String, String> settings = settings();
    SortedMap<String, String> facts = new TreeMap<>(settings);
    facts.put("model", lab.identity().fingerprint());
    MemoryStore store =
        kept.target(StoreFolder.nameFor(FORMAT, facts))
            .write(
                new StoreManifest.Description(
                    FORMAT,
                    source.id(),
                    Optional.of(lab.identity()),
                    List.of(),
                    settings,
                    study.seed(),
                    Optional.empty()),
                folder -> train(lab, folder));
    return load(lab, store.content());
  }

  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("positions", Integer.toString(study.positions()));
    settings.put("conversations", Integer.toString(study.conversations()));
    settings.put("steps", Integer.toString(study.steps()));
    settings.put("seed", Long.toString(study.seed()));
    settings.put("source", Sources.digest(List.of(source.text())));
    if (!company.isEmpty()) {
      settings.put("company", Sources.digest(company.stream().map(Source::text).toList()));
      settings.put("share", Double.toString(share));
    }
    return settings;
  }

  private void train(Lab lab, Path folder) throws IOException {
    Covisible covisible =
        new Covisible(
            company.stream().map(Source::passages).toList(), company.isEmpty() ? 0 : share);
    Usage usage =
        lab.trainer().train(lab.model(), source.passages(), study, covisible, folder).usage();
    Files.writeString(folder.resolve(USAGE), usage.tokensIn() + " " + usage.tokensOut() + "\n");
  }

  private static Cartridge load(Lab lab, Path folder) {
    try {
      String[] tokens = Files.readString(folder.resolve(USAGE)).strip().split(" ");
      return new Cartridge(
          CacheFile.read(folder, lab.model().model(), Foreign.REFUSE).cache(),
          new Usage(Long.parseLong(tokens[0]), Long.parseLong(tokens[1])),
          Conversations.read(folder),
          lab::names);
    } catch (IOException e) {
      throw new SourceException(folder.resolve(USAGE) + " cannot be read: " + e.getMessage(), e);
    }
  }
}
