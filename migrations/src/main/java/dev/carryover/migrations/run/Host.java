package dev.carryover.migrations.run;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that works. */
final class Host {
  private Host() {}

  static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  static String java() {
    return System.getProperty("java.vendor") + " " + System.getProperty("java.version");
  }
}
