@NullMarked
package dev.carryover.studies.lab;

import org.jspecify.annotations.NullMarked;
