/** Findings from the moment they are found: kept, simplified, put into words. */
package org.heddle.cli.check.finding;
