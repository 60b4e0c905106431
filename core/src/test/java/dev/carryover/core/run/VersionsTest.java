package dev.carryover.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {
  @Test
  void everyVersionIsKnown() {
    assertThat(Versions.all())
        .containsKey("carryover")
        .allSatisfy((name, version) -> assertThat(version).as(name).doesNotContain("${"));
  }
}
