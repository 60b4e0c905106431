/** Test kits: what every implementation of a plug-in interface must do, by extending one class. */
@NullMarked
package dev.carryover.core.testkit;

import org.jspecify.annotations.NullMarked;
