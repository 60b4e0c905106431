package dev.carryover.formats.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Version;

/**
 * Finds texts by their words: Lucene's BM25 (k1 1.2, b 0.75) over English stems without stop words.
 * A text that shares no word with the question is not found at all.
 */
public final class KeywordIndex implements TextSearch {
  private static final String FIELD = "text";

  private final Analyzer analyzer = new EnglishAnalyzer();
  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  private KeywordIndex(Directory directory) throws IOException {
    this.directory = directory;
    this.reader = DirectoryReader.open(directory);
    this.searcher = new IndexSearcher(reader);
    this.searcher.setSimilarity(new BM25Similarity(1.2f, 0.75f));
  }

  /**
   * The index over these texts: opened from its home, or built there first.
   *
   * @throws UncheckedIOException if it can be built neither on disk nor in memory
   */
  public static KeywordIndex open(List<String> texts, IndexHome home) {
    Directory directory =
        DerivedIndex.open(
            home,
            "lucene-bm25",
            "Lucene %s; English".formatted(Version.LATEST),
            target -> build(texts, target));
    try {
      return new KeywordIndex(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void build(List<String> texts, Directory target) throws IOException {
    LuceneFiles.write(
        target,
        new EnglishAnalyzer(),
        new Lucene912Codec(),
        sink -> {
          for (String text : texts) {
            Document document = new Document();
            document.add(new TextField(FIELD, text, Field.Store.NO));
            sink.add(document);
          }
        });
  }

  @Override
  public List<List<Hit>> search(List<String> questions, int k) {
    try {
      List<List<Hit>> found = new ArrayList<>(questions.size());
      for (String question : questions) {
        found.add(search(query(question), k));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Hit> search(BooleanQuery query, int k) throws IOException {
    List<Hit> hits = new ArrayList<>(k);
    for (ScoreDoc doc : searcher.search(query, k).scoreDocs) {
      hits.add(new Hit(doc.doc, doc.score));
    }
    return hits;
  }

  /** Any of the question's words, each as often as it stands there; the first ones of very many. */
  private BooleanQuery query(String question) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    words(question).entrySet().stream()
        .limit(IndexSearcher.getMaxClauseCount())
        .forEach(
            word ->
                query.add(
                    new BoostQuery(new TermQuery(new Term(FIELD, word.getKey())), word.getValue()),
                    Occur.SHOULD));
    return query.build();
  }

  private Map<String, Integer> words(String question) throws IOException {
    Map<String, Integer> words = new LinkedHashMap<>();
    try (TokenStream tokens = analyzer.tokenStream(FIELD, question)) {
      CharTermAttribute word = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        words.merge(word.toString(), 1, Integer::sum);
      }
      tokens.end();
    }
    return words;
  }

  @Override
  public void close() {
    try (directory;
        analyzer) {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
