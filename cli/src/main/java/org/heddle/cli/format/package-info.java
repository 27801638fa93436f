/** Reports in the forms that people and machines read. */
package org.heddle.cli.format;
