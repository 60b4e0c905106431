/** What a study says about its items: arms, contrasts between them, the rule of half the loss. */
@NullMarked
package dev.carryover.studies.items;

import org.jspecify.annotations.NullMarked;
