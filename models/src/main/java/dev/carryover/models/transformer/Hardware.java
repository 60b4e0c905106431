package dev.carryover.models.transformer;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import dev.carryover.core.spi.ServiceException;
import dev.carryover.core.spi.SettingException;
import dev.carryover.models.natives.NativeLibraries;
import java.util.Arrays;
import java.util.Locale;

/** What a transformer computes on. */
public enum Hardware {
  CPU,
  GPU;

  private static final String ENGINE = "PyTorch";

  /**
   * The one that a setting {@code device} names.
   *
   * @throws SettingException if it names none
   */
  public static Hardware named(String device) {
    return Arrays.stream(values())
        .filter(each -> each.setting().equals(device))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "device", "device '" + device + "' is not known", "write cpu or gpu"));
  }

  /** As a setting writes it. */
  public String setting() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * A manager of arrays there, for the caller to close.
   *
   * @throws SettingException if there is no such hardware
   * @throws ServiceException if the native library does not load
   */
  public NDManager newManager() {
    NativeLibraries.prepare();
    Engine engine = engine();
    if (this == GPU && engine.getGpuCount() == 0) {
      throw new SettingException(
          "device",
          "device 'gpu', but PyTorch sees no GPU here",
          "write device: cpu, or run the build of the profile 'cuda' on a machine with an NVIDIA"
              + " GPU and driver");
    }
    return engine.newBaseManager(this == GPU ? Device.gpu() : Device.cpu());
  }

  private static Engine engine() {
    try {
      return Engine.getEngine(ENGINE);
    } catch (RuntimeException | LinkageError e) {
      throw new ServiceException(
          ("the transformer engine does not load: %s; its native library for this system must be on"
                  + " the class path, and it needs a folder with room that allows execution: %s")
              .formatted(e.getMessage(), NativeLibraries.folder()),
          e);
    }
  }
}
