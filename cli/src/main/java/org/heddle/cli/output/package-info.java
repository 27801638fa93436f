/** Where reports go. */
package org.heddle.cli.output;
