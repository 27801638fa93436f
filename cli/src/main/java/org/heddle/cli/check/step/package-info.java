/** {@code heddle step}: a schedule gone through forward and back, in the words of debuggers. */
package org.heddle.cli.check.step;
