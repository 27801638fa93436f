/** {@code heddle test}: checks the programs that a manifest lists. */
package org.heddle.cli.suite;
