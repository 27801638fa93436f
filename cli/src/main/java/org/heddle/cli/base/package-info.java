/** What all packages of the command line use: a user's mistake and its exit code, where Heddle is installed, the terminal, units. */
package org.heddle.cli.base;
