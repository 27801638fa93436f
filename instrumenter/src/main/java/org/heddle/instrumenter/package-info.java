/**
 * {@code heddle cc}: the drop-in C compiler. {@link org.heddle.instrumenter.CompilerDriver} is the way in; {@code driver}
 * handles command lines and jobs, {@code toolchain} the clang that comes with the program, {@code pass} the
 * instrumentation, {@code names} the names of variables in its sites. No package imports one that imports it.
 */
package org.heddle.instrumenter;
