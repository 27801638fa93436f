/** A JVM that waits for commands of clients, and runs them one after the other; the other end is {@code native-shim/warm}. */
package org.heddle.cli.warm;
