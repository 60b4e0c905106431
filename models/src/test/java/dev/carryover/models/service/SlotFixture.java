package dev.carryover.models.service;

import dev.carryover.core.Question;
import dev.carryover.core.spi.ModelContext;
import dev.carryover.core.spi.ReaderModel;
import dev.carryover.core.spi.Settings;
import dev.carryover.core.spi.StatefulModel;
import dev.carryover.core.testkit.LoopbackSlotServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks of slots as llama.cpp's does, and models that keep their caches there. */
abstract class SlotFixture {
  static final List<String> PASSAGES =
      List.of("Mira has code 4821.", "Odo has code 7719.", "Tess has code 3005.");
  static final Question MIRA = new Question("What is the code of Mira?");
  static final Question ODO = new Question("What is the code of Odo?");

  @TempDir Path slotFolder;
  @TempDir Path folder;
  LoopbackSlotServer server;

  @BeforeEach
  void start() throws IOException {
    server = new LoopbackSlotServer(2, Optional.of(slotFolder));
  }

  @AfterEach
  void end() {
    server.close();
  }

  static Settings settings(String url, String... pairs) {
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "url",
                url,
                "model",
                "loop",
                "use",
                "completion",
                "slots",
                "true",
                "timeout",
                "1s",
                "deadline",
                "3s",
                "backoff",
                "1ms",
                "attempts",
                "3"));
    for (int i = 0; i < pairs.length; i += 2) {
      all.put(pairs[i], pairs[i + 1]);
    }
    return Settings.of(all);
  }

  ReaderModel reader(String... settings) {
    return reader(ModelContext.of(4), settings);
  }

  ReaderModel reader(ModelContext context, String... settings) {
    return new ServiceReaderProvider.OpenAi().create(settings(server.url(), settings), context);
  }

  StatefulModel model(String... settings) {
    return reader(settings).state().orElseThrow();
  }

  StatefulModel verifying() {
    return model("slot_folder", slotFolder.toString());
  }

  Path savedFile() throws IOException {
    try (Stream<Path> files = Files.list(slotFolder)) {
      return files.reduce((a, b) -> b).orElseThrow();
    }
  }
}
