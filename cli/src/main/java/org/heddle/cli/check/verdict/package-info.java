/** What may be claimed after an exploration, and what has to be said of it. */
package org.heddle.cli.check.verdict;
