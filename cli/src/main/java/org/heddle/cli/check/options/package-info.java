/** What a check is asked for. */
package org.heddle.cli.check.options;
