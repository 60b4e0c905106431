/** The training of nano models: their lessons come from one module, their weights from another. */
@NullMarked
package dev.carryover.cli.nano;

import org.jspecify.annotations.NullMarked;
