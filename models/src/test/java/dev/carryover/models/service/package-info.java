@NullMarked
package dev.carryover.models.service;

import org.jspecify.annotations.NullMarked;
