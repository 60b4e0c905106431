/** How small may a cartridge be? (spec 2.1) */
@NullMarked
package dev.carryover.studies.budget;

import org.jspecify.annotations.NullMarked;
