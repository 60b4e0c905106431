package dev.carryover.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PluginsTest {
  /** A kind of which two are registered for this test. */
  public interface Lamp extends Plugin {}

  /** A kind of which two with one name are registered for this test. */
  public interface Twin extends Plugin {}

  /** A kind of which none is registered. */
  public interface Nothing extends Plugin {}

  /** Registered second, named first. */
  public static final class Amber implements Lamp {
    @Override
    public String name() {
      return "amber";
    }

    @Override
    public String description() {
      return "an amber lamp";
    }
  }

  /** Registered first, named last. */
  public static final class Violet implements Lamp {
    @Override
    public String name() {
      return "violet";
    }

    @Override
    public String description() {
      return "a violet lamp";
    }
  }

  /** One of two with one name. */
  public static final class Castor implements Twin {
    @Override
    public String name() {
      return "twin";
    }

    @Override
    public String description() {
      return "the elder";
    }
  }

  /** The other. */
  public static final class Pollux implements Twin {
    @Override
    public String name() {
      return "twin";
    }

    @Override
    public String description() {
      return "the younger";
    }
  }

  @Test
  void aRegisteredPluginIsFoundByItsName() {
    assertThat(Plugins.named(Lamp.class, "lamp", "violet")).isInstanceOf(Violet.class);
    assertThat(Plugins.all(Lamp.class)).containsOnlyKeys("amber", "violet");
    assertThat(Plugins.all(Lamp.class).keySet()).first().isEqualTo("amber");
    assertThat(Plugins.named(Lamp.class, "lamp", "amber").parameters()).isEmpty();
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatThrownBy(() -> Plugins.named(Lamp.class, "lamp", "Violet"))
        .asInstanceOf(InstanceOfAssertFactories.throwable(SettingException.class))
        .hasMessage("unknown lamp 'Violet'; known are amber, violet")
        .extracting(SettingException::key)
        .isEqualTo("lamp");
  }

  @Test
  void aKindWithoutPluginsSaysSo() {
    assertThat(Plugins.all(Nothing.class)).isEmpty();
    assertThatThrownBy(() -> Plugins.named(Nothing.class, "embedder", "e5"))
        .isInstanceOf(SettingException.class)
        .hasMessage("unknown embedder 'e5'; none is installed");
  }

  @Test
  void twoPluginsOfOneNameAreRefusedWithBothClasses() {
    assertThatThrownBy(() -> Plugins.all(Twin.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("kind Twin are named 'twin'")
        .hasMessageContaining(Castor.class.getName())
        .hasMessageContaining(Pollux.class.getName());
  }
}
