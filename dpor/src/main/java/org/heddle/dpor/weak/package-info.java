/** What C11's weaker memory orders allow besides sequentially consistent executions, asked of the executions themselves. */
package org.heddle.dpor.weak;
