/** The program under test: how it is built, started, and told from another. */
package org.heddle.cli.program;
