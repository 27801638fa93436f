/** Which tests of a manifest have to be checked again, by what has changed in their sources. */
package org.heddle.cli.changed;
