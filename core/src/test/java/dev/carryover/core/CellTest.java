package dev.carryover.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CellTest {
  /** Pieces that could make two different cells look alike once they are joined. */
  private static final List<String> PIECES =
      List.of(
          "/",
          "%",
          "%2F",
          "%25",
          "+",
          " ",
          "=",
          "writer=",
          "reader=",
          "-",
          "a",
          "A",
          "0",
          ".",
          "..",
          "\\",
          "\n",
          "\0",
          "é",
          "e\u0301",
          "東",
          "\uD83D\uDE80",
          "\uD83D",
          "\uDE80",
          "?",
          "%uD83D",
          "\uFFFD",
          "normal",
          "*");

  @Test
  void anIdIsAReadablePath() {
    assertThat(
            cell("conv-26", "rag", "-", "rules", "all-minilm-l6-v2", "e5-small-v2", "mixed-50", 2)
                .id())
        .isEqualTo(
            "conv-26/rag/writer=-/reader=rules/index=all-minilm-l6-v2/query=e5-small-v2/mixed-50"
                + "/stored-evidence/2");
  }

  @Test
  void differentCellsHaveDifferentIds() {
    Random random = new Random(17);
    Map<String, Cell> byId = new HashMap<>();
    for (int i = 0; i < 60_000; i++) {
      Cell cell =
          cell(
              hostile(random),
              hostile(random),
              "-",
              i % 3 == 0 ? hostile(random) : "-",
              "-",
              i % 5 == 0 ? hostile(random) : "-",
              i % 2 == 0 ? hostile(random) : Cell.AS_WRITTEN,
              random.nextInt(2));
      Cell same = byId.putIfAbsent(cell.id(), cell);
      assertThat(same == null || same.equals(cell)).as("%s and %s", same, cell).isTrue();
    }
    assertThat(byId).hasSizeGreaterThan(30_000);
  }

  @Test
  void everyFieldIsInTheId() {
    Cell cell = cell("h", "f", "w", "r", "i", "q", "t", 0);

    assertThat(
            List.of(
                cell.id(),
                cell("x", "f", "w", "r", "i", "q", "t", 0).id(),
                cell("h", "x", "w", "r", "i", "q", "t", 0).id(),
                cell("h", "f", "x", "r", "i", "q", "t", 0).id(),
                cell("h", "f", "w", "x", "i", "q", "t", 0).id(),
                cell("h", "f", "w", "r", "x", "q", "t", 0).id(),
                cell("h", "f", "w", "r", "i", "x", "t", 0).id(),
                cell("h", "f", "w", "r", "i", "q", "x", 0).id(),
                cell("h", "f", "w", "r", "i", "q", "t", 1).id(),
                new Cell("h", "f", "w", "r", "i", "q", "t", EvidenceMode.NORMAL, 0).id()))
        .doesNotHaveDuplicates();
    assertThat(cell.withHistory("x")).isEqualTo(cell("x", "f", "w", "r", "i", "q", "t", 0));
  }

  @Test
  void anIdHoldsNothingThatAFileOrATerminalWouldMind() {
    Random random = new Random(23);
    for (int i = 0; i < 2000; i++) {
      assertThat(cell(hostile(random), "f", "w", "r", "i", "q", hostile(random), 0).id())
          .matches("[A-Za-z0-9%+./=*_-]+");
    }
  }

  @Test
  void aCellNeedsANameForEveryRole() {
    for (String blank : List.of("", " ", "\n")) {
      assertThatThrownBy(() -> cell(blank, "f", "w", "r", "i", "q", "t", 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("history is blank");
      assertThatThrownBy(() -> cell("h", "f", "w", blank, "i", "q", "t", 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("reader is blank");
      assertThatThrownBy(() -> cell("h", "f", "w", "r", "i", "q", blank, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("treatment is blank");
    }
    assertThatThrownBy(() -> cell("h", "f", "w", "r", "i", "q", "t", -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  private static String hostile(Random random) {
    StringBuilder name = new StringBuilder();
    do {
      name.append(PIECES.get(random.nextInt(PIECES.size())));
    } while (name.toString().isBlank() || random.nextInt(3) > 0);
    return name.toString();
  }

  private static Cell cell(
      String history,
      String format,
      String writer,
      String reader,
      String index,
      String query,
      String treatment,
      int repeat) {
    return new Cell(
        history,
        format,
        writer,
        reader,
        index,
        query,
        treatment,
        EvidenceMode.STORED_EVIDENCE,
        repeat);
  }
}
