package dev.carryover.models.service;

import dev.carryover.core.spi.Preflight;
import dev.carryover.core.spi.StatefulModel;

/** A stateful model of a service, whose connections are closed with it. */
interface SlotModel extends StatefulModel, Preflight, AutoCloseable {
  @Override
  void close();
}
