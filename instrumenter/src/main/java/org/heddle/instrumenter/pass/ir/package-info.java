/** LLVM's intermediate representation: modules, blocks, calls. */
package org.heddle.instrumenter.pass.ir;
