/** The page for browsers; its script and style are resources beside it. */
package org.heddle.cli.format.page;
