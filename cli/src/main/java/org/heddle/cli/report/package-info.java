/** What a report says, in no form yet. */
package org.heddle.cli.report;
