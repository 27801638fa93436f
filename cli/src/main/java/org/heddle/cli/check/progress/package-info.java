/** What is shown of an exploration as it goes on. */
package org.heddle.cli.check.progress;
