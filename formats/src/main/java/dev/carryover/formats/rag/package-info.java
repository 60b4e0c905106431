/** RAG: chunks of whole events with their vectors, of which the closest are read (spec 1.2). */
@NullMarked
package dev.carryover.formats.rag;

import org.jspecify.annotations.NullMarked;
