/** Schedule files. */
package org.heddle.cli.schedule;
