/**
 * What executions show of objects under test: the calls, their results and their order in time, and whether calls in one go explain them.
 */
package org.heddle.dpor.history;
