/** What a study works with: sources with their items, a model, and the memories that it makes. */
@NullMarked
package dev.carryover.studies.lab;

import org.jspecify.annotations.NullMarked;
