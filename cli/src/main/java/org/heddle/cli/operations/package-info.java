/** {@code heddle operations}: clients of an object, drawn from the operations that a file declares, and what their checks came to. */
package org.heddle.cli.operations;
