/** The grid of repairs, cost metering and cost-to-recover. Nothing is here yet. */
@NullMarked
package dev.carryover.repair;

import org.jspecify.annotations.NullMarked;
