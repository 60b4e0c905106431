package dev.carryover.migrations.run;

import dev.carryover.core.Plan;

/** What a run is made of: what is planned, about what, with whom, on which stores. */
record Parts(Plan plan, Subject subject, Cast cast, StoreKeeper keeper) {}
