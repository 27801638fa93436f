/** What is searched for, by which strategy, and what is kept of it meanwhile: the journal, coverage. */
package org.heddle.cli.check.search;
