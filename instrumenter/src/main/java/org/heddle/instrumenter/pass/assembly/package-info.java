/** What inline assembly does: its statements, operands and registers. */
package org.heddle.instrumenter.pass.assembly;
