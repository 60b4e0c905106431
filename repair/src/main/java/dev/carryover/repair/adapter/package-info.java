/** Maps from one vector space into another, fitted on texts that both embedders embedded. */
@NullMarked
package dev.carryover.repair.adapter;

import org.jspecify.annotations.NullMarked;
