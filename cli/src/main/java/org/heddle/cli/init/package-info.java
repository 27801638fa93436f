/** Finds the tests of a project, for {@code heddle init}. */
package org.heddle.cli.init;
