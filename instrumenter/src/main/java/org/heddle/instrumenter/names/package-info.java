/** What the sites call the memory they touch: variables and expressions, read out of the debug information. */
package org.heddle.instrumenter.names;
