/** SARIF 2.1.0. */
package org.heddle.cli.format.sarif;
