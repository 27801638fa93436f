/** One check from its program to its report: the exploration of {@link org.heddle.cli.check.Checker} and what is reported of it. */
package org.heddle.cli.check;
