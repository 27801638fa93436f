/** What assertions are made of, told where they fail. */
package org.heddle.instrumenter.pass.assertions;
