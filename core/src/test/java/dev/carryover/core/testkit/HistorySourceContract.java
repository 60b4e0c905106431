package dev.carryover.core.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carryover.core.Event;
import dev.carryover.core.Evidence;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.HistorySource;
import dev.carryover.core.spi.HistorySource.HistorySet;
import dev.carryover.core.spi.HistorySource.Request;
import dev.carryover.core.spi.Plugin.Parameter;
import dev.carryover.core.spi.Plugins;
import dev.carryover.core.spi.SettingException;
import dev.carryover.core.spi.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every history source keeps to, ours and third parties' alike: extend it and name yours. */
public abstract class HistorySourceContract {
  /** The name under which the source is registered. */
  protected abstract String name();

  /** A request that the source can meet, for at least one history. */
  protected abstract Request request();

  /** The source as users get it. */
  protected final HistorySource source() {
    return Plugins.named(HistorySource.class, "history source", name());
  }

  @Test
  void isFoundByItsName() {
    assertThat(source().name()).isEqualTo(name()).matches("[a-z0-9.-]+");
    assertThat(source().description()).isNotBlank().doesNotContain("\n");
  }

  @Test
  void everyParameterIsDocumented() {
    List<Parameter> parameters = source().parameters();
    assertThat(parameters).extracting(Parameter::name).doesNotHaveDuplicates();
    assertThat(parameters)
        .allSatisfy(
            parameter -> {
              assertThat(parameter.name()).isNotBlank();
              assertThat(parameter.description()).isNotBlank().doesNotContain("\n");
            });
  }

  @Test
  void twoLoadsGiveTheSame() {
    assertThat(source().load(request())).isEqualTo(source().load(request()));
  }

  @Test
  void idsAreUnique() {
    HistorySet set = source().load(request());
    assertThat(set.histories()).isNotEmpty();
    assertThat(set.histories()).extracting(h -> h.history().id()).doesNotHaveDuplicates();
    for (ProbedHistory history : set.histories()) {
      assertThat(history.history().events()).extracting(Event::id).doesNotHaveDuplicates();
      assertThat(history.probes()).extracting(Probe::id).doesNotHaveDuplicates();
    }
  }

  @Test
  void evidenceExistsAndItsSpansStandThere() {
    for (ProbedHistory history : source().load(request()).histories()) {
      for (Probe probe : history.probes()) {
        for (Evidence evidence : probe.evidence()) {
          assertThat(history.history().event(evidence.event()))
              .hasValueSatisfying(
                  event -> evidence.span().ifPresent(s -> assertThat(event.text()).contains(s)));
        }
      }
    }
  }

  @Test
  void notesAreSentences() {
    assertThat(source().load(request()).notes()).allSatisfy(note -> assertThat(note).isNotBlank());
  }

  @Test
  void anUnknownSettingIsRefusedByName() {
    Request good = request();
    Request bad =
        new Request(
            good.location(),
            good.settings().orElse(Map.of("no-such-setting", "1")),
            good.skipBad());
    assertThatThrownBy(() -> source().load(bad))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void defaultsCanBeGivenAsTheyAreDocumented() {
    for (Parameter parameter : source().parameters()) {
      if (!parameter.defaultValue().isEmpty()) {
        Request good = request();
        Settings settings =
            Settings.of(Map.of(parameter.name(), parameter.defaultValue()))
                .orElse(good.settings().asMap());
        assertThat(source().load(new Request(good.location(), settings, false)).histories())
            .isNotEmpty();
      }
    }
  }
}
