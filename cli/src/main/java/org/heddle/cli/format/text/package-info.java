/** Text for terminals: columns of threads, colours, lines that fold. */
package org.heddle.cli.format.text;
