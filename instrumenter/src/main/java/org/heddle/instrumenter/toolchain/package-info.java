/** Where the bundled clang, lld, llvm-symbolizer and LLVM's libraries are on this machine. */
package org.heddle.instrumenter.toolchain;
