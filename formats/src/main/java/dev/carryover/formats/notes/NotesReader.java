package dev.carryover.formats.notes;

import dev.carryover.core.MemoryStore;
import dev.carryover.core.Question;
import dev.carryover.core.Recollection;
import dev.carryover.core.Recollection.Passages;
import dev.carryover.core.StoredItem;
import dev.carryover.core.spi.Components;
import dev.carryover.core.spi.MemoryReader;
import dev.carryover.formats.search.Hit;
import dev.carryover.formats.search.IndexHome;
import dev.carryover.formats.search.KeywordIndex;
import dev.carryover.formats.search.TextSearch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Gives the reader all notes in their order, unranked, where they fit its allowance; else those
 * that fit of the notes that share a word with the question, best first by BM25. A note that does
 * not fit what is left makes room for the next.
 */
record NotesReader() implements MemoryReader {
  @Override
  public Memory open(MemoryStore store, Components components) {
    List<StoredItem> items = NotesFolder.items(store);
    int budget = components.allowances().readerBytes();
    if (items.stream().mapToLong(NotesReader::bytes).sum() <= budget) {
      return new WholeNotes(items);
    }
    IndexHome home = new IndexHome(store.index(), "content " + store.manifest().sha256());
    List<String> texts = items.stream().map(StoredItem::text).toList();
    return new SearchedNotes(items, KeywordIndex.open(texts, home), budget);
  }

  private static int bytes(StoredItem item) {
    return Fitted.utf8Length(item.text());
  }

  private record WholeNotes(List<StoredItem> items) implements Memory {
    @Override
    public List<Recollection> read(List<Question> questions) {
      return Collections.nCopies(questions.size(), new Passages(items, false));
    }
  }

  private record SearchedNotes(List<StoredItem> items, TextSearch search, int budget)
      implements Memory {
    @Override
    public List<Recollection> read(List<Question> questions) {
      List<String> texts = questions.stream().map(Question::text).toList();
      return search.search(texts, items.size()).stream().map(this::thoseThatFit).toList();
    }

    private Recollection thoseThatFit(List<Hit> hits) {
      List<StoredItem> fitting = new ArrayList<>();
      int left = budget;
      for (Hit hit : hits) {
        StoredItem item = items.get(hit.item());
        if (bytes(item) <= left) {
          fitting.add(item);
          left -= bytes(item);
        }
      }
      return new Passages(fitting, true);
    }

    @Override
    public void close() {
      search.close();
    }
  }
}
