/** Calls: of library functions, of atomics, of what nobody instruments, and of inline assembly. */
package org.heddle.instrumenter.pass.calls;
