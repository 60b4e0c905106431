/**
 * The gate's decision and the studies' tests: pure, seeded functions over one number per history.
 *
 * <p>A loss is a difference of two measures as a fraction of 1, positive when the rollout is worse.
 * Histories weigh equally and are the unit of analysis. Undefined results are absent, never NaN.
 */
@NullMarked
package dev.carryover.core.stats;

import org.jspecify.annotations.NullMarked;
